import { expect, test } from 'vitest'
import { intersectScopes, parseScopes, SCOPES } from '../../src/access/scopes.ts'
import { takenRows } from '../support/tables.ts'

test('scopes are parsed in their order, each once, with the registry', () => {
  expect(parseScopes(['registry'])).toEqual(['registry'])
  expect(parseScopes(['estate'])).toEqual(['registry', 'estate'])
  expect(parseScopes(['verification', 'valuation', 'valuation'])).toEqual([
    ...['registry', 'valuation', 'verification'],
  ])
  expect(parseScopes([...SCOPES].reverse())).toEqual([...SCOPES])
  const rejected = ['', 'all', '*', 'Valuation', ' valuation', '__proto__', 'constructor']
  const lists = [[], ['valuation', 'admin'], ['category-detail'], ...rejected.map((each) => [each])]
  expect(takenRows(lists, parseScopes, { code: 'invalid_parameter' })).toEqual([])
})

test('scopes are intersected either way round, and unknown ones are in no intersection', () => {
  for (const [left, right, both] of [
    [['registry', 'valuation'], ['registry', 'detail'], ['registry']],
    [[...SCOPES], ['estate', 'registry'], ['registry', 'estate']],
    [['valuation'], [], []],
    [['unknown', 'registry'], ['unknown', 'registry'], ['registry']],
  ] as const) {
    expect([...intersectScopes(left, right)]).toEqual(both)
    expect([...intersectScopes(right, left)]).toEqual(both)
  }
})
