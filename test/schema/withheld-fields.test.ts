import { describe, expect, test } from 'vitest'
import { type WithheldField, WithheldFields } from '../../src/schema/withheld-fields.ts'

const field = (...path: (string | number)[]): WithheldField => {
  return { path, field: `Asset.${path.at(-1)}`, scope: 'detail' }
}

const added = (fields: readonly WithheldField[]) => {
  const withheld = new WithheldFields()
  for (const each of fields) withheld.add(each)
  return withheld
}

/** Every order of the fields. */
const orders = <Item>(items: readonly Item[]): Item[][] =>
  items.length === 0
    ? [[]]
    : items.flatMap((each) =>
        orders(items.filter((one) => one !== each)).map((rest) => [each, ...rest]),
      )

const asset = { valuation: null, detail: null }
const RESULTS = [
  {
    name: 'two portfolios',
    data: {
      b: { assets: { nodes: [asset] } },
      a: { list: { edges: [{ node: { z: null, detail: null } }] } },
    },
    fields: [
      field('b', 'assets', 'nodes', 'detail'),
      field('a', 'list', 'edges', 'node', 'z'),
      field('a', 'list', 'edges', 'node', 'detail'),
    ],
  },
  {
    name: 'a list of portfolios, with an index of two digits',
    data: { portfolios: { nodes: Array.from({ length: 11 }, () => ({ assets: [asset] })) } },
    fields: [
      field('portfolios', 'nodes', 2, 'assets', 'valuation'),
      field('portfolios', 'nodes', 2, 'assets', 'detail'),
      field('portfolios', 'nodes', 10, 'assets', 'detail'),
    ],
  },
  {
    name: 'a list that begins with null',
    data: { list: [null, { second: null, first: null }], z: null },
    fields: [field('list', 'second'), field('list', 'first'), field('z')],
  },
  {
    name: 'a parent that an error made null',
    data: { a: { detail: null }, b: null },
    fields: [field('a', 'detail'), field('b', 'detail'), field('b', 'valuation')],
  },
  { name: 'no data', data: null, fields: [field('a'), field('b'), field('c')] },
]

describe('withheld fields are in the order of the result, whichever was read first', () => {
  test.each(RESULTS)('$name', ({ data, fields }) => {
    for (const order of orders(fields)) expect(added(order).inOrderOf(data)).toEqual(fields)
  })
})

test('past a number of paths all are without indexes, whichever portfolio was read first', () => {
  const fields = Array.from({ length: 1_001 }, (_, index) =>
    field('portfolios', 'nodes', index, index % 2 === 0 ? 'detail' : 'valuation'),
  )
  const data = { portfolios: { nodes: [{ valuation: null, detail: null }] } }
  for (const order of [fields, fields.toReversed()]) {
    const paths = added(order)
      .inOrderOf(data)
      .map(({ path }) => path)
    expect(paths).toEqual([
      ['portfolios', 'nodes', 'valuation'],
      ['portfolios', 'nodes', 'detail'],
    ])
  }
  expect(added(fields.slice(1)).inOrderOf(data)).toHaveLength(1_000)
})
