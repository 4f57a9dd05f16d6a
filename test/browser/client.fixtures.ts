import { randomBytes } from 'node:crypto'
import type { Page } from 'playwright-core'
import type { Scope } from '../../src/access/scopes.ts'
import { ASHDOWN } from '../../src/demo/owners.ts'
import type { Environment } from '../../src/generated/prisma/client.ts'
import { OPERATOR } from '../../src/modules/audit/audit.writes.ts'
import { createFirm } from '../../src/modules/firms/firm.writes.ts'
import { addMember } from '../../src/modules/firms/member.writes.ts'
import { createKey } from '../../src/modules/keys/api-key.writes.ts'
import { setPassword } from '../../src/modules/people/given-password.writes.ts'
import { createClient, createStaff } from '../../src/modules/people/person.writes.ts'
import { someone } from '../modules/fixtures.ts'
import type { Credentials } from '../support/chromium.ts'
import { demoRecords } from '../support/demo-records.ts'
import type { TestGateway } from '../support/gateway.ts'
import { importRecords } from '../support/portfolio.ts'
import { sessionOf } from '../support/session.ts'

export interface SignedUp extends Credentials {
  readonly id: string
}

/** A client with a portfolio worth looking at, or with none of it. */
export async function clientWhoSignsIn(
  gateway: TestGateway,
  environment: Environment = 'production',
): Promise<SignedUp> {
  const { prisma } = gateway.database
  const { email } = someone()
  const client = await createClient(prisma, OPERATOR, { name: 'Ada Hale', email, environment })
  await importRecords(gateway.database, client.id, await demoRecords(ASHDOWN))
  return withPassword(gateway, client.id, email)
}

export async function staffWhoSignIn(gateway: TestGateway): Promise<SignedUp> {
  const { email } = someone()
  const { id } = await createStaff(gateway.database.prisma, OPERATOR, { name: 'Sam Reed', email })
  const person = await withPassword(gateway, id, email)
  return { ...person, cookie: await sessionOf(gateway.database, id) }
}

async function withPassword({ database }: TestGateway, userId: string, email: string) {
  const password = randomBytes(18).toString('base64url')
  await setPassword(database.prisma, OPERATOR, { userId, password })
  return { id: userId, email, password }
}

/** A firm that asks: a key, and the admin who makes its links. */
export interface AskingFirm {
  readonly keyId: string
  readonly secret: string
  readonly admin: SignedUp
  /** The path of a new link; `more` are further members of it. */
  ask(scopes: readonly Scope[], more?: object): Promise<string>
}

export const PURPOSE = 'To value the collection for the yearly report to your insurer.'

export async function askingFirm(
  gateway: TestGateway,
  environment: Environment = 'production',
): Promise<AskingFirm> {
  const { database } = gateway
  const { prisma } = database
  const firm = await createFirm(prisma, OPERATOR, { name: 'Hale Estates', plan: 'enterprise' })
  const { email } = someone()
  const { id } = await addMember(prisma, OPERATOR, {
    firmId: firm.id,
    role: 'admin',
    name: 'Mia Stone',
    email,
  })
  const scopes = ['valuation', 'detail', 'category_detail', 'documentation', 'estate'] as const
  const key = await createKey(prisma, OPERATOR, {
    firmId: firm.id,
    name: 'Yearly report',
    environment,
    scopes,
  })
  const ask = async (asked: readonly Scope[], more: object = {}) => {
    const input = { keyId: key.id, scopes: asked, purpose: PURPOSE, ...more }
    const session = await sessionOf(database, id)
    const { json, text } = await gateway.graphql(CREATE_LINK, {
      key: session,
      variables: { input },
    })
    if (json.errors) throw new Error(text)
    return json.data.createConnectionLink.path as string
  }
  return { keyId: key.id, secret: key.secret, admin: await withPassword(gateway, id, email), ask }
}

const CREATE_LINK = `mutation ($input: NewConnectionLink!) {
  createConnectionLink(input: $input) { path }
}`

/** Fills in the sign-in page that the window has come to. */
export async function signInOn(page: Page, { email, password }: Credentials): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

/** Waits for the page of that name. */
export function heading(page: Page, name: string): Promise<void> {
  return page.getByRole('heading', { level: 1, name, exact: true }).waitFor()
}

export function section(page: Page, name: string) {
  return page.getByRole('region', { name, exact: true })
}

/** What the choice comes to, counted while it is made. */
export function preview(page: Page) {
  return section(page, 'As the firm would see it')
}
