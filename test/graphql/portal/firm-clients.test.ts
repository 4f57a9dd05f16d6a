import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { LOOKED_AT } from '../../../src/modules/clients/client-grants.ts'
import { later } from '../../modules/fixtures.ts'
import { clientWith, grantWith, keyWith } from '../../support/portfolio.ts'
import { walkPages } from '../walk.ts'
import { connectionOf, idOfLink, linkOf } from './connections.fixtures.ts'
import { codeOf, dataOf, fixturesOf, portalGateway } from './fixtures.ts'

const DAY_MS = 86_400_000

const { gateway, database, prisma, fixtures: of } = portalGateway()
const rival = fixturesOf(database)
const id: Record<string, string> = {}
let sandboxKeyId = ''

const days = (count: number) => new Date(Date.now() + count * DAY_MS)
const single = { singleUse: true } as const

/** A link of the asking key that was made `minute` minutes after the first. */
async function link(name: string, minute: number, ask: Parameters<typeof linkOf>[2] = {}) {
  const at = { createdAt: later(minute * 60_000) }
  id[name] = idOfLink(await linkOf(gateway, of, { ...single, ...at, ...ask }))
}

/** A grant that was made before all links, so that the order of all is known. */
async function grant(name: string, minute: number, changed: object, clientId?: string) {
  const given = await grantWith(database, of.keyId, clientId ?? (await clientWith(database, [])))
  const data = { createdAt: later(minute * 60_000), ...changed }
  await prisma.grant.updateMany({ where: { id: given.id }, data })
  id[name] = given.id
  return given.clientId
}

beforeAll(async () => {
  await prisma.grant.updateMany({ where: { id: of.grantId }, data: { createdAt: later(-100_000) } })
  const read = { hour: new Date(), endpoint: 'GET /api/v1/assets', scopes: 'registry', ok: 1 }
  const counts = { refused: 0, limited: 0, failed: 0, reads: 1, assets: 1, lastReadAt: new Date() }
  await prisma.grantUsage.create({ data: { grantId: of.grantId, ...read, ...counts } })
  const at = days(0)
  const asksDeletion = { state: 'revoked', revokedAt: at, deletionRequestedAt: at } as const
  const again = await grant('before', -20, asksDeletion)
  await grant('again', -19, { expiresAt: days(9) }, again)
  await grant('left', -18, asksDeletion)
  await grant('over', -17, { expiresAt: days(-1) })
  await grant('sooner', -16, { expiresAt: days(2), reference: 'K-77' })
  await grant('later', -15, { expiresAt: days(31) })
  await link('open', 1, { reference: 'K-1', email: 'bea@example.com' })
  await link('anonymous', 2, { expiresAt: days(-1) })
  await link('asked first', 3, { reference: 'K-2', expiresAt: days(-1) })
  await link('asked again', 4, { reference: 'K-2', expiresAt: days(-1) })
  await link('revoked', 5, { reference: 'K-3', revokedAt: days(0) })
  await link('used', 6, { reference: 'K-4', usedAt: days(0) })
  await link('for many', 7, { singleUse: false })
  await connectionOf(gateway, of, 'declined', { ...single, createdAt: later(480_000) })
  const where = { keyId: of.requestingKeyId, createdAt: later(480_000) }
  id.declined = (await prisma.connectionLink.findFirstOrThrow({ where })).id
  sandboxKeyId = (await keyWith(database, { firmId: of.firmId, environment: 'sandbox' })).id
})

const CLIENTS = `query ($firmId: ID!, $environment: Environment! = production, $keyId: ID, $only: FirmClientFilter,
    $search: String, $first: Int, $after: String) {
  firmClients(firmId: $firmId, environment: $environment, keyId: $keyId, only: $only, search: $search,
    first: $first, after: $after) { pageInfo { hasNextPage endCursor }
    nodes { id key { id } grant { id reference client { name } } link { id email state visits { clientName } } } } }`

const ask = (variables: object = {}, key = of.bearer.member) =>
  gateway.graphql(CLIENTS, { key, variables: { firmId: of.firmId, ...variables } })

type Node = { readonly grant: { id: string } | null; readonly link: { id: string } | null }

async function read(variables: object, key = of.bearer.member) {
  const all = { firmId: of.firmId, ...variables }
  return (await dataOf(gateway, key, CLIENTS, all)).firmClients
}

/** The names of what is listed; a grant of the fixtures is `first`. */
function namesOf({ nodes }: { readonly nodes: readonly Node[] }): string[] {
  const ids = Object.entries({ ...id, first: of.grantId })
  const nameOf = ({ grant, link }: Node) => ids.find(([, id]) => id === (grant ?? link)?.id)?.[0]
  return nodes.map((node) => nameOf(node) ?? '')
}

const listed = async (variables: object = {}, key = of.bearer.member) =>
  namesOf(await read(variables, key))

const LINKS = ['declined', 'for many', 'asked again', 'open']
const GRANTS = ['first', 'later', 'sooner', 'over', 'left', 'again']

test('the clients of a firm are its newest grants and the links that still ask, newest first', async () => {
  expect(await listed()).toEqual([...LINKS, ...GRANTS])
  expect(await listed({ keyId: of.keyId })).toEqual(GRANTS)
  expect(await listed({ keyId: of.requestingKeyId })).toEqual(LINKS)
  expect(await listed({ environment: 'sandbox', keyId: sandboxKeyId })).toHaveLength(1)
})

test.each([
  ['active', ['first', 'later', 'sooner', 'again']],
  ['ends_soon', ['sooner', 'again']],
  ['never_read', ['later', 'sooner', 'again']],
  ['ended', ['over', 'left']],
  ['deletion_requested', ['left', 'before']],
  ['link_open', ['declined', 'for many', 'open']],
  ['not_answered', ['asked again', 'open']],
  ['declined', ['declined']],
])('of the clients of a firm, the part %s', async (only, names) => {
  expect(await listed({ only })).toEqual(names)
  expect(await walk(only)).toEqual(names)
})

const walk = async (only: string) =>
  (await walkPages((after) => read({ only, first: 1, after }))).flatMap(namesOf)

test('the clients of a firm are found by name, reference, address and purpose, by staff not by address', async () => {
  expect(await listed({ search: 'k-77' })).toEqual(['sooner'])
  expect(await listed({ search: 'K-1' })).toEqual(['open'])
  expect(await listed({ search: 'BEA@' })).toEqual(['open'])
  expect(await listed({ search: 'ada hale' })).toEqual(['declined', ...GRANTS])
  const notAnswered = { search: 'a report', only: 'not_answered' }
  expect(await listed(notAnswered)).toEqual(['asked again', 'open'])
  const email = async (key: string) =>
    (await ask({ search: 'K-1' }, key)).json.data.firmClients.nodes[0].link.email
  const { member, staff } = of.bearer
  expect([await email(member), await email(staff)]).toEqual(['bea@example.com', null])
  for (const search of ['bea@', 'K-4', '%'])
    expect(await listed({ search }, of.bearer.staff)).toEqual([])
})

test('links of somebody who can no longer ask are not open, and their clients have not answered', async () => {
  const { developerId: userId, firmId } = rival
  const ask = { createdBy: userId, reference: 'R-1', ...single }
  const made = await linkOf(gateway, { ...rival, adminId: userId }, ask)
  const asked = { firmId, search: 'R-1' }
  const found = async (only: string) =>
    (await dataOf(gateway, rival.bearer.member, CLIENTS, { ...asked, only })).firmClients.nodes
  expect(await found('link_open')).toEqual([])
  expect(await found('not_answered')).toMatchObject([{ link: { state: 'ended' } }])
  await prisma.member.updateMany({ where: { userId }, data: { role: 'admin' } })
  expect((await found('link_open'))[0].link.id).toBe(idOfLink(made))
})

test('bad input to the clients of a firm is named', async () => {
  const { endCursor } = (await ask({ first: 1 })).json.data.firmClients.pageInfo
  const bad = [
    ...[{ first: 0 }, { first: 101 }, { search: 'x'.repeat(101) }, { after: 'x' }],
    { after: endCursor, only: 'active' },
  ]
  for (const variables of bad) expect(codeOf(await ask(variables))).toBe('invalid_parameter')
})

test('a key of another firm or environment has no clients here, and a person of another firm sees none', async () => {
  for (const keyId of [rival.keyId, sandboxKeyId, 'key_1', '\0', of.grantId])
    expect(codeOf(await ask({ keyId }))).toBe('record_not_found')
  expect(codeOf(await ask({}, rival.bearer.admin))).toBe('record_not_found')
  expect(codeOf(await ask({ keyId: of.keyId }, of.bearer.client))).toBe('record_not_found')
  const rivals = await listed({ firmId: rival.firmId }, rival.bearer.admin)
  expect(rivals).not.toContain('first')
})

test('a page that has looked at enough grants of all keys can be empty, and the next goes on after them', async () => {
  const bounds = { ...LOOKED_AT }
  onTestFinished(() => void Object.assign(LOOKED_AT, bounds))
  Object.assign(LOOKED_AT, { each: 1, most: 1 })
  const data = { keyId: of.requestingKeyId }
  await prisma.grant.updateMany({ where: { id: id.again ?? '' }, data })
  expect(await listed({ only: 'never_read' })).toEqual([])
  expect(await walk('never_read')).toEqual(['later', 'sooner', 'again'])
})
