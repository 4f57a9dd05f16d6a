import { parse } from 'graphql'
import { beforeAll, describe, expect, test } from 'vitest'
import { CompiledDocuments } from '../../src/graphql/compiled-documents.ts'
import { schema } from '../../src/graphql/schema.ts'
import { testGateway } from '../support/gateway.ts'
import { clientWith, grantWith, keyWith } from '../support/portfolio.ts'

const TIMES = 8

describe('a document', () => {
  const found = (source: string, operationName?: string, variableValues = {}) => {
    const documents = new CompiledDocuments(schema)
    const args = { schema, document: parse(source), operationName, variableValues }
    return Array.from({ length: TIMES }, () => documents.find(args) !== null)
  }
  const fromSixth = [false, false, false, false, false, true, true, true]
  const never = Array(TIMES).fill(false)

  test.each([
    ['that comes again', '{ viewer { id } }', fromSixth],
    [
      'with fragments',
      '{ viewer { ...F } portfolios { nodes { ...G } } } fragment F on Viewer { id } fragment G on Portfolio { currency }',
      fromSixth,
    ],
    ['whose fragments double', `{ viewer { ...f0 } } ${doubling(30)}`, never],
    ['with very many fields', `{ viewer { ${'id '.repeat(600)} } }`, never],
  ])('%s', (_what, source, expected) => {
    expect(found(source)).toEqual(expected)
  })

  test('is not run compiled with variables that are refused', () => {
    const source = 'query ($id: ID!) { portfolio(clientId: $id) { currency } }'
    expect(found(source, undefined, {})).toEqual(never)
    expect(found(source, undefined, { id: 'user_1' })).toEqual(fromSixth)
  })

  test('gives up the oldest of too many', () => {
    const documents = new CompiledDocuments(schema)
    const ask = (document: ReturnType<typeof parse>) =>
      Array.from({ length: 6 }, () => documents.find({ schema, document })).at(-1)
    const many = Array.from({ length: 150 }, (_, i) => parse(`{ a${i}: viewer { id } }`))
    for (const document of many) expect(ask(document)).not.toBeNull()
    expect(documents.size).toBe(100)
  })
})

function doubling(depth: number): string {
  const fragments = Array.from(
    { length: depth },
    (_, i) => `fragment f${i} on Viewer { ...f${i + 1} ...f${i + 1} }`,
  )
  return `${fragments.join(' ')} fragment f${depth} on Viewer { id }`
}

describe('compiled, an answer is the same as before', () => {
  const gateway = testGateway()
  const { database } = gateway
  let key: string
  let clientId: string

  beforeAll(async () => {
    clientId = await clientWith(database, [
      {
        type: 'asset',
        ref: 'watch',
        title: 'Wrist watch',
        category: 'watches',
        market_value: '10',
      },
    ])
    const made = await keyWith(database)
    key = made.secret
    await grantWith(database, made.id, clientId, { scopes: ['registry', 'valuation'] })
  })

  const ASSETS =
    'assets(first: 2) { totalCount nodes { title valuation { valuedAt } estate { heirs { name } } } }'
  test.each([
    ['with what is withheld', `query ($id: ID!) { portfolio(clientId: $id) { ${ASSETS} } }`],
    [
      'with errors and where they stand',
      `query ($id: ID!) {
  mine: portfolio(clientId: $id) { currency }
  other: portfolio(clientId: "user_01ARZ3NDEKTSV4RRFFQ69G5FAV") {
    currency
  }
}`,
    ],
    [
      'with a field left out',
      'query ($id: ID!, $no: Boolean = false) { portfolio(clientId: $id) { currency grant @include(if: $no) { id } } }',
    ],
    [
      'with bad variables',
      'query ($id: ID!, $n: Int!) { portfolio(clientId: $id) { assets(first: $n) { totalCount } } }',
    ],
  ])('%s', async (_what, query) => {
    const answers = []
    for (let time = 0; time < TIMES; time++) {
      const { status, text } = await gateway.graphql(query, { key, variables: { id: clientId } })
      answers.push(`${status} ${text.replaceAll(/"request_[^"]+"/g, '"id"')}`)
    }
    expect([...new Set(answers)]).toEqual([answers[0]])
  })
})
