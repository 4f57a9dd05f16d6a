import type { Scope } from '../../../src/access/scopes.ts'
import type { Prisma } from '../../../src/generated/prisma/client.ts'
import { connectionPath } from '../../../src/modules/links/connection-link.ts'
import { createId } from '../../../src/values/ids.ts'
import type { TestGateway } from '../../support/gateway.ts'
import { clientWith } from '../../support/portfolio.ts'
import { sessionOf } from '../../support/session.ts'
import { dataOf, type Fixtures, LINK_SECRET } from './fixtures.ts'

export const GRANT = `mutation ($input: NewPartnerGrant!) { createGrant(input: $input) {
  id filter { count values { id } } } }`

type Ask = Partial<Omit<Prisma.ConnectionLinkCreateManyInput, 'scopes'>> & {
  readonly scopes?: readonly Scope[]
}

/** A link of the key, as it is in an address. It lasts an hour and serves any number of clients by default. */
export async function linkOf(
  { database: { prisma } }: Pick<TestGateway, 'database'>,
  { requestingKeyId: keyId, adminId }: Pick<Fixtures, 'requestingKeyId' | 'adminId'>,
  { scopes = ['registry', 'valuation'], ...ask }: Ask = {},
): Promise<string> {
  const id = createId('link')
  const expiresAt = new Date(Date.now() + 3_600_000)
  const base = { keyId, createdBy: adminId, purpose: 'A report', singleUse: false, expiresAt }
  await prisma.connectionLink.createMany({ data: { id, ...base, ...ask, scopes: [...scopes] } })
  return linkTextOf(id)
}

/** The last part of the address of a stored link. */
export function linkTextOf(id: string, secret = LINK_SECRET): string {
  return connectionPath(id, secret).replace('/connect/', '')
}

/** The id of a link in an address. */
export const idOfLink = (link: string) => link.split('.')[0] ?? ''

/** The id of a connection: the client's answer, if they gave one, to a link of the key. */
export async function connectionOf(
  gateway: Pick<TestGateway, 'database'>,
  of: Pick<Fixtures, 'requestingKeyId' | 'adminId' | 'clientId'>,
  answer: 'approved' | 'declined' | null,
  ask: Ask = {},
): Promise<string> {
  const linkId = idOfLink(await linkOf(gateway, of, ask))
  const connectionId = createId('connection')
  const answered = { answer, answeredAt: answer && new Date() }
  await gateway.database.prisma.linkVisit.createMany({
    data: { linkId, clientId: of.clientId, connectionId, ...answered },
  })
  return connectionId
}

/** A client without grants. */
export async function newClient(
  { database }: TestGateway,
  environment: 'production' | 'sandbox' = 'production',
) {
  const asset = { type: 'asset', ref: 'a', title: 'Watch', category: 'watches' }
  const clientId = await clientWith(database, [asset], environment)
  return { clientId, key: await sessionOf(database, clientId) }
}

const CONSENT = `query ($input: ConsentTermsInput!) { consentTerms(input: $input) { digest sentence } }`

/** The texts that the page of these terms shows to the person; empty where it shows none. */
export async function shownTerms(
  gateway: TestGateway,
  key: string,
  input: object,
): Promise<{ digest: string; sentence: string }> {
  const { json } = await gateway.graphql(CONSENT, { key, variables: { input } })
  return json.data?.consentTerms ?? { digest: '', sentence: '' }
}

/** The variables of an approval of a link with the terms that its page shows. */
export async function terms(gateway: TestGateway, key: string, link: string, more: object = {}) {
  const input = { link, scopes: ['registry'], filter: { type: 'all' }, ...more }
  return { input: { ...input, termsDigest: (await shownTerms(gateway, key, input)).digest } }
}

/** The grant that an approval of a link gives. */
export async function approvedGrant(gateway: TestGateway, key: string, link: string, more = {}) {
  const variables = await terms(gateway, key, link, more)
  return (await dataOf(gateway, key, GRANT, variables)).createGrant
}

interface Change {
  readonly grantId: string
  readonly link?: string
  readonly version: number
  readonly scopes?: readonly string[] | null
  readonly filter?: object | null
  readonly expiresAt?: string | null
  readonly clearExpiry?: boolean
}

/** The variables of a change of a grant with the terms that its page shows. */
export async function changedTerms(gateway: TestGateway, key: string, change: Change) {
  const { grantId, link, scopes, filter, expiresAt, clearExpiry } = change
  const document = `{ grant(id: "${grantId}") { scopes expiresAt filter { type values { id: value } } } }`
  const { json } = await gateway.graphql(document, { key })
  const grant = json.data?.grant
  const values = grant?.filter.values.map(({ id }: { id: string }) => id) ?? []
  const whole = {
    grantId,
    ...(link !== undefined && { link }),
    scopes: scopes ?? grant?.scopes ?? ['registry'],
    filter: filter ?? { type: grant?.filter.type ?? 'all', values },
    expiresAt: clearExpiry ? null : (expiresAt ?? grant?.expiresAt ?? null),
  }
  return { input: { ...change, termsDigest: (await shownTerms(gateway, key, whole)).digest } }
}

/** A return address of the key that asks. */
export const HOME = 'https://firm.example/connected?x=1'
export const SET = `mutation ($input: ApiKeyChange!) { updateApiKey(input: $input) { returnUrls allowedIps } }`
const OPEN = `query ($link: String!) { connectionRequest(link: $link) { firmName problem answer returnAddress
  asked { reference purpose scopes } } }`
const PREVIEW = `query ($link: String!) {
  grantPreview(link: $link, scopes: [registry], filter: { type: all }) { assetCount } }`
export const DECLINE = 'mutation ($link: String!) { declineConnection(link: $link) }'

/** Sets the return addresses of the key that asks, as an admin. */
export function setReturnUrls(gateway: TestGateway, of: Fixtures, returnUrls: readonly string[]) {
  const variables = { input: { keyId: of.requestingKeyId, returnUrls } }
  return gateway.graphql(SET, { key: of.bearer.admin, variables })
}

/** The data that the page of a link shows to a person. */
export async function openLink(gateway: TestGateway, key: string, link: string) {
  return (await dataOf(gateway, key, OPEN, { link })).connectionRequest
}

/** The answers that a person gets from everything that takes a link, without the request id: data, message and code. */
export async function answersOf(gateway: TestGateway, key: string, link: string) {
  const input = { link, scopes: ['registry'], filter: { type: 'all' } }
  const ask = async (document: string, variables: Record<string, unknown>) => {
    const { json } = await gateway.graphql(document, { key, variables })
    return [json.data, json.errors?.[0].message, json.errors?.[0].extensions.code]
  }
  return [
    await ask(OPEN, { link }),
    await ask(GRANT, { input: { ...input, termsDigest: '' } }),
    await ask(DECLINE, { link }),
    await ask(CONSENT, { input }),
    await ask(PREVIEW, { link }),
  ]
}
