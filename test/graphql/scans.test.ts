import { beforeAll, expect, test } from 'vitest'
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

test('the newest scans are shown, ten unless more or fewer are asked for', async () => {
  const newest = (count: number, most: number) => instants(count).slice(0, most)
  for (const [args, most] of [
    ['', 10],
    ['(first: null)', 10],
    ['(first: 1)', 1],
    ['(first: 11)', 11],
    ['(first: 1000)', 30],
  ] as const) {
    const expected = [
      ['few', 3, newest(3, most)],
      ['many', 30, newest(30, most)],
      ['none', 0, []],
    ]
    const { json } = await ask(`assets(first: 3) { nodes { ${scans(args)} } }`)
    expect(json.data.portfolio.assets.nodes.map(shown).sort(), args).toEqual(expected)
    for (const each of expected) {
      const alone = await ask(`asset(registryId: "${ids[String(each[0])]}") { ${scans(args)} }`)
      expect(shown(alone.json.data.portfolio.asset), args).toEqual(each)
    }
  }
  const codes = []
  for (const args of ['(first: 0)', '(first: -1)', '(first: 1001)'])
    codes.push(codeOf(await ask(`asset(registryId: "${ids.many}") { ${scans(args)} }`)))
  expect(codes).toEqual(['invalid_parameter', 'invalid_parameter', 'document_too_costly'])
})
