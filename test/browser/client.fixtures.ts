import type { Page } from 'playwright-core'
import type { Scope } from '../../src/access/scopes.ts'
import { ASHDOWN } from '../../src/demo/people.ts'
import { operator } from '../../src/modules/audit/audit.writes.ts'
import { createClient } from '../../src/modules/people/person.writes.ts'
import { keyOf, someone } from '../modules/fixtures.ts'
import type { Credentials } from '../support/chromium.ts'
import { demoRecords } from '../support/demo-records.ts'
import type { TestGateway } from '../support/gateway.ts'
import { importRecords } from '../support/portfolio.ts'
import { sessionOf } from '../support/session.ts'
import { memberWithPassword, passwordOf } from './firm-people.ts'

export interface SignedUp extends Credentials {
  readonly id: string
}

/** A client with a portfolio worth looking at. */
export async function clientWhoSignsIn(gateway: TestGateway): Promise<SignedUp> {
  const { prisma } = gateway.database
  const { email } = someone()
  const client = await createClient(operator(prisma), { name: 'Ada Hale', email })
  await importRecords(gateway.database, client.id, await demoRecords(ASHDOWN))
  return { id: client.id, email, password: await passwordOf(prisma, client.id) }
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

export async function askingFirm(gateway: TestGateway): Promise<AskingFirm> {
  const { database } = gateway
  const admin = await memberWithPassword(gateway)
  const scopes = ['valuation', 'detail', 'category_detail', 'documentation', 'estate'] as const
  const of = { firmId: admin.firmId, name: 'Yearly report', scopes }
  const key = await keyOf(database.prisma, of)
  const ask = async (asked: readonly Scope[], more: object = {}) => {
    const input = { keyId: key.id, scopes: asked, purpose: PURPOSE, ...more }
    const session = await sessionOf(database, admin.id)
    const call = { key: session, variables: { input } }
    const { json, text } = await gateway.graphql(CREATE_LINK, call)
    if (json.errors) throw new Error(text)
    return json.data.createConnectionLink.path as string
  }
  return { keyId: key.id, secret: key.secret, admin, ask }
}

const CREATE_LINK = `mutation ($input: NewConnectionLink!) {
  createConnectionLink(input: $input) { path }
}`

/** Fills in the sign-in page that the window has come to. */
export async function signInOn(page: Page, { email, password }: Credentials): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

/** Waits for the page of that name. */
export function heading(page: Page, name: string): Promise<void> {
  return page.getByRole('heading', { level: 1, name, exact: true }).waitFor()
}

export function section(page: Page, name: string) {
  return page.getByRole('region', { name, exact: true })
}

/** Opens a part of a form that is folded. */
export function unfold(page: Page, title: string): Promise<void> {
  return page.locator('summary', { hasText: title }).click()
}

/** The preview of the choice, counted while it is made. */
export function preview(page: Page) {
  return section(page, 'As the firm would see it')
}
