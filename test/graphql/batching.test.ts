import { beforeAll, describe, expect, test, vi } from 'vitest'
import { testGateway } from '../support/gateway.ts'
import { passNoTime } from '../support/no-time.ts'
import { clientWith, grantWith, keyWith } from '../support/portfolio.ts'

const COUNT = 40
passNoTime()
const gateway = testGateway()
const { database } = gateway
const statements = vi.spyOn(gateway.serving.pool, 'query')
let clientId = ''
let key = ''

beforeAll(async () => {
  const records = Array.from({ length: COUNT }, (_, i) => [
    {
      type: 'asset',
      ref: `a${i}`,
      title: `Asset ${i}`,
      category: 'coins',
      heirs: [{ name: 'Bea', share_percent: 100 }],
    },
    {
      type: 'valuation',
      asset: `a${i}`,
      value: String(i),
      source: 'appraisal',
      valued_at: '2026-01-01',
    },
    { type: 'document', asset: `a${i}`, ref: `d${i}`, document_type: 'invoice', title: `Of ${i}` },
  ])
  clientId = await clientWith(database, records.flat())
  const { id, secret } = await keyWith(database)
  key = secret
  await grantWith(database, id, clientId)
})

async function count(selection: string) {
  statements.mockClear()
  const { json } = await gateway.graphql(
    `{ portfolio(clientId: "${clientId}") { ${selection} } }`,
    { key },
  )
  expect(json.errors).toBeUndefined()
  return { statements: statements.mock.calls.length, portfolio: json.data.portfolio }
}

const NESTED = `title
  valuations { totalCount nodes { value { amount } } }
  documents { totalCount completeness { score } nodes { title } }
  detail { collections { name } } estate { heirs { name } } verification { scans { method } }`

describe('statements', () => {
  test('do not grow with the size of the page', async () => {
    const counts = []
    for (const first of [1, 2, 10, COUNT]) {
      const { statements, portfolio } = await count(
        `assets(first: ${first}) { nodes { ${NESTED} } }`,
      )
      expect(portfolio.assets.nodes).toHaveLength(first)
      counts.push(statements)
    }
    // The caller, the access, the page, the valuations, the documents.
    expect(counts).toEqual([5, 5, 5, 5])
  })

  test('are one for each set of arguments of a list, with any alias', async () => {
    const { statements } = await count(`assets(first: ${COUNT}) {
      nodes { a: valuations { totalCount } b: valuations { totalCount } }
      edges { node { valuations { totalCount } newest: valuations(first: 1) { totalCount } } }
    }`)
    // The caller, the access, the page, and valuations with two sets of arguments.
    expect(statements).toBe(5)
  })

  test('read only what is selected', async () => {
    expect((await count('currency client { name } grant { id }')).statements).toBe(2)
    expect((await count('assets { nodes { title } }')).statements).toBe(3)
    expect((await count('assets { totalCount nodes { title } }')).statements).toBe(3)
    const texts = statements.mock.calls.map(([statement]) => JSON.stringify(statement))
    expect(texts.filter((text) => /heirs|internal_notes|notes/.test(text))).toEqual([])
  })
})
