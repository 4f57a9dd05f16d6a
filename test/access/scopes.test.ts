import { describe, expect, test } from 'vitest'
import { intersectScopes, parseScopes, SCOPES } from '../../src/access/scopes.ts'

describe('parseScopes', () => {
  test.each([
    [['registry'], ['registry']],
    [['estate'], ['registry', 'estate']],
    [
      ['verification', 'valuation', 'valuation'],
      ['registry', 'valuation', 'verification'],
    ],
    [[...SCOPES].reverse(), [...SCOPES]],
  ])('%j are %j', (names, scopes) => {
    expect(parseScopes(names)).toEqual(scopes)
  })

  test.each([
    [[]],
    [['']],
    [['all']],
    [['*']],
    [['Valuation']],
    [[' valuation']],
    [['valuation', 'admin']],
    [['__proto__']],
    [['constructor']],
    [['category-detail']],
  ])('rejects %j', (names) => {
    expect(() => parseScopes(names)).toThrow(expect.objectContaining({ code: 'invalid_parameter' }))
  })
})

describe('intersectScopes', () => {
  test.each([
    [['registry', 'valuation'], ['registry', 'detail'], ['registry']],
    [[...SCOPES], ['estate', 'registry'], ['registry', 'estate']],
    [['valuation'], [], []],
    [[], [...SCOPES], []],
    [['unknown', 'registry'], ['unknown', 'registry'], ['registry']],
  ])('of %j and %j: %j', (left, right, both) => {
    expect([...intersectScopes(left, right)]).toEqual(both)
    expect([...intersectScopes(right, left)]).toEqual(both)
  })
})
