import { beforeAll, describe, expect, test } from 'vitest'
import { testGateway } from '../support/gateway.ts'
import { clientWith, grantWith, keyWith, registryIds } from '../support/portfolio.ts'
import { codeOf } from './portal/fixtures.ts'

const gateway = testGateway()
const { database } = gateway
let clientId = ''
let ids: Record<string, string> = {}
let key = ''

const instants = (count: number) =>
  Array.from({ length: count }, (_, i) =>
    new Date(Date.UTC(2026, 0, 1) + i * 1000).toISOString(),
  ).reverse()
const coin = (ref: string, count: number) => ({
  type: 'asset',
  ref,
  title: ref,
  category: 'coins',
  verification: {
    scans: instants(count).map((scanned_at) => ({ scanned_at, method: 'nfc', result: 'match' })),
  },
})

beforeAll(async () => {
  clientId = await clientWith(database, [coin('many', 30), coin('few', 3), coin('none', 0)])
  ids = await registryIds(database, clientId)
  const { id, secret } = await keyWith(database)
  await grantWith(database, id, clientId, { scopes: ['verification'] })
  key = secret
})

const ask = (fields: string) =>
  gateway.graphql(`{ portfolio(clientId: "${clientId}") { ${fields} } }`, { key })
const scans = (args: string) => `title verification { scanCount scans${args} { scannedAt } }`

interface Asset {
  readonly title: string
  readonly verification: { readonly scanCount: number; readonly scans: { scannedAt: string }[] }
}
const shown = ({ title, verification }: Asset) => [
  title,
  verification.scanCount,
  verification.scans.map(({ scannedAt }) => scannedAt),
]

describe.each([
  ['', 10],
  ['(first: null)', 10],
  ['(first: 1)', 1],
  ['(first: 10)', 10],
  ['(first: 11)', 11],
  ['(first: 1000)', 30],
])('scans%s are the newest', (args, most) => {
  const expected = [
    ['many', 30, instants(30).slice(0, most)],
    ['few', 3, instants(3).slice(0, most)],
    ['none', 0, []],
  ]

  test('of each asset of a list', async () => {
    const { json } = await ask(`assets { nodes { ${scans(args)} } }`)
    expect(json.data.portfolio.assets.nodes.map(shown).sort()).toEqual(expected.sort())
  })

  test('of an asset that is read alone', async () => {
    for (const each of expected) {
      const { json } = await ask(`asset(registryId: "${ids[String(each[0])]}") { ${scans(args)} }`)
      expect(shown(json.data.portfolio.asset)).toEqual(each)
    }
  })
})

test.each([
  ['(first: 0)', 'invalid_parameter'],
  ['(first: -1)', 'invalid_parameter'],
  ['(first: 1001)', 'document_too_costly'],
])('scans%s are rejected', async (args, code) => {
  expect(codeOf(await ask(`asset(registryId: "${ids.many}") { ${scans(args)} }`))).toBe(code)
})
