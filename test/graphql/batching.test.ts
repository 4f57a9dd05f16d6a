import { describe, expect, test, vi } from 'vitest'
import { assets } from '../rest/records.ts'
import { testGateway } from '../support/gateway.ts'
import { passNoTime } from '../support/no-time.ts'
import { testReader } from '../support/reader.ts'

const COUNT = 40
passNoTime()
const gateway = testGateway()
const statements = vi.spyOn(gateway.serving.pool, 'query')
const RECORDS = assets(COUNT, { heirs: [{ name: 'Bea', share_percent: 100 }] }).flatMap((asset) => {
  const valuation = { value: '1', source: 'appraisal', valued_at: '2026-01-01' }
  const document = { ref: asset.ref, document_type: 'invoice', title: 'Invoice' }
  return [
    asset,
    { type: 'valuation', asset: asset.ref, ...valuation },
    { type: 'document', asset: asset.ref, ...document },
  ]
})
const reader = testReader(gateway, RECORDS)

async function count(selection: string) {
  statements.mockClear()
  const { json } = await reader.ask(selection)
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
