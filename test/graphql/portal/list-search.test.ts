import { beforeAll, expect, test } from 'vitest'
import { keyOf, NOW } from '../../modules/fixtures.ts'
import { grantWith } from '../../support/portfolio.ts'
import { dataOf, fixturesOf, portalGateway } from './fixtures.ts'

const { gateway, database, prisma, fixtures: of } = portalGateway()
const rival = fixturesOf(database)
let [sandboxId, signsId, otherFirmGrantId] = ['', '', '']

beforeAll(async () => {
  const { firmId } = of
  sandboxId = (await keyOf(prisma, { firmId, name: 'zebra tests', environment: 'sandbox' })).id
  signsId = (await keyOf(prisma, { firmId, name: '100%_\\ 🍊 key' })).id
  const revoked = { state: 'revoked', revokedAt: new Date() } as const
  await prisma.apiKey.updateMany({ where: { id: signsId }, data: revoked })
  otherFirmGrantId = (await grantWith(database, rival.requestingKeyId, of.clientId)).id
  await prisma.firm.updateMany({ where: { id: rival.firmId }, data: { name: 'Aldous & Co' } })
})

const LIST = '{ totalCount nodes { id } pageInfo { hasNextPage endCursor } }'
const KEYS = `query ($id: ID!, $first: Int, $after: String, $search: String, $state: KeyState,
    $environment: Environment, $orderBy: KeyOrder) {
  firm(id: $id) { list: apiKeys(first: $first, after: $after, search: $search, state: $state,
    environment: $environment, orderBy: $orderBy) ${LIST} } }`
const GRANT_ARGS = 'first: $first, after: $after, search: $search, state: $state, orderBy: $orderBy'
const GRANT_VARIABLES =
  '$first: Int, $after: String, $search: String, $state: [GrantState!], $orderBy: GrantOrder'
const APPS = `query (${GRANT_VARIABLES}) { list: connectedApps(${GRANT_ARGS}) ${LIST} }`

interface Listed {
  readonly totalCount: number
  readonly nodes: readonly { readonly id: string }[]
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null }
}
type Asked = Readonly<Record<string, unknown>>

async function keys(asked: Asked, bearer = of.bearer.member): Promise<Listed> {
  return (await dataOf(gateway, bearer, KEYS, { id: of.firmId, ...asked })).firm.list
}
async function apps(asked: Asked, bearer = of.bearer.client): Promise<Listed> {
  return (await dataOf(gateway, bearer, APPS, asked)).list
}

const LISTS = { keys, apps }
const ORDERS = [
  ...['newest', 'name', 'last_used'].map((orderBy) => ['keys', orderBy] as const),
  ...['newest', 'name', 'end', 'active_first'].map((orderBy) => ['apps', orderBy] as const),
]

const idsOf = ({ nodes }: Listed) => nodes.map(({ id }) => id)

async function expectFound(found: Promise<Listed>, ids: readonly string[]): Promise<void> {
  const list = await found
  expect(idsOf(list)).toEqual(ids)
  expect(list.totalCount).toBe(ids.length)
}

test('the keys of a firm are found by a part of the name or the id, in any case', async () => {
  await expectFound(keys({ search: ' ZEBRA ' }), [sandboxId])
  await expectFound(keys({ search: sandboxId.slice(4) }), [sandboxId])
  for (const search of ['100%', '%_', '_\\', '🍊']) await expectFound(keys({ search }), [signsId])
})

test('the keys of a firm are found by the reference of a secret, as it is shown', async () => {
  const { reference } = await prisma.keySecret.findFirstOrThrow({ where: { keyId: sandboxId } })
  for (const search of [reference, `sk_test_${reference}`, `sk_test_${reference}…`])
    await expectFound(keys({ search }), [sandboxId])
})

test('the keys of a firm are filtered by state and environment', async () => {
  await expectFound(keys({ state: 'revoked' }), [signsId])
  await expectFound(keys({ state: 'expired' }), [])
  await expectFound(keys({ environment: 'sandbox', state: 'active' }), [sandboxId])
  await expectFound(keys({ environment: 'sandbox', search: 'reports' }), [])
})

test('the keys of a firm come by name, and by last use', async () => {
  const used = { hour: NOW, lastAt: NOW, endpoint: 'GET /api/v1/assets' }
  const counts = { ok: 1, refused: 0, limited: 0, failed: 0 }
  await prisma.keyUsage.create({ data: { keyId: of.keyId, ...used, ...counts } })
  const names = [signsId, of.requestingKeyId, of.keyId, sandboxId]
  await expectFound(keys({ orderBy: 'name' }), names)
  expect(idsOf(await keys({ orderBy: 'last_used' }))[0]).toBe(of.keyId)
})

test('the grants of a client are found by firm or key, filtered and ordered', async () => {
  await expectFound(apps({ search: 'aldous' }), [otherFirmGrantId])
  await expectFound(apps({ search: of.keyId }), [of.grantId])
  await expectFound(apps({ orderBy: 'name' }), [otherFirmGrantId, of.grantId])
  await expectFound(apps({ state: ['expired', 'revoked'] }), [])
})

test('a list comes page by page in its order, and takes no cursor of another one', async () => {
  for (const [list, orderBy] of ORDERS) {
    const all = idsOf(await LISTS[list]({ orderBy }))
    const walked: string[] = []
    for (let after: string | null = null, page = 0; page < all.length; page++) {
      const part: Listed = await LISTS[list]({ orderBy, after, first: 1 })
      expect(part.pageInfo.hasNextPage).toBe(page < all.length - 1)
      walked.push(...idsOf(part))
      after = part.pageInfo.endCursor
    }
    expect.soft(walked, `${list} by ${orderBy}`).toEqual(all)
    expect(new Set(all).size).toBe(all.length)
    const other = orderBy === 'name' ? 'newest' : 'name'
    const { pageInfo } = await LISTS[list]({ orderBy: other, first: 1 })
    const mixed = LISTS[list]({ orderBy, after: pageInfo.endCursor })
    await expect(mixed).rejects.toThrow('invalid_parameter')
  }
})

test('what cannot be looked for is explained', async () => {
  for (const search of ['x'.repeat(101), '🍊'.repeat(101), 'a\0b', '\ud800x'])
    for (const list of [keys, apps])
      await expect(list({ search })).rejects.toThrow('search takes up to 100 characters')
  await expectFound(keys({ search: '🍊'.repeat(100) }), [])
  expect((await keys({ search: '  ' })).totalCount).toBe(4)
})
