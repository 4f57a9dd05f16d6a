import { describe, expect, test } from 'vitest'
import {
  type AuditValue,
  compareMembers,
  parseDetails,
  partOf,
} from '../../../src/modules/audit/details.ts'

describe('compareMembers', () => {
  test.each<[string, AuditValue, AuditValue]>([
    ['a text', 'standard', 'enterprise'],
    ['a number', 1, 2],
    ['a boolean', false, true],
    ['a value that was not set', null, '2027-01-01T00:00:00.000Z'],
    ['a value that is no longer set', '2027-01-01T00:00:00.000Z', null],
    ['a list', ['a', 'b'], ['a']],
    ['a list in a new order', ['a', 'b'], ['b', 'a']],
    ['a list that was empty', [], ['a']],
    ['a list against its text', ['a'], 'a'],
  ])('records %s before and after', (_name, before, after) => {
    const same = { name: 'x', list: ['a'], none: null }
    expect(compareMembers({ ...same, member: before }, { ...same, member: after })).toEqual({
      member: { before, after },
    })
  })

  test('records nothing for equal values', () => {
    const members = { text: 'x', number: 0, list: ['a', 'b'], empty: [], none: null }
    expect(compareMembers(members, structuredClone(members))).toEqual({})
  })
})

describe('parseDetails', () => {
  test.each<[string, unknown, AuditValue | undefined, AuditValue]>([
    ['a change', { before: 1, after: 2 }, 1, 2],
    ['a change from nothing', { before: null, after: ['a'] }, null, ['a']],
    ['a change to nothing', { before: ['a'], after: null }, ['a'], null],
    ['a text of an old row', 'enterprise', undefined, 'enterprise'],
    ['a list of an old row', ['registry', 'estate'], undefined, ['registry', 'estate']],
    ['nothing in an old row', null, undefined, null],
    ['a list of other things', [1, null], undefined, ['1', 'null']],
    ['an object of unknown form', { after: 1 }, undefined, '{"after":1}'],
    ['objects in a change', { before: { a: 1 }, after: [] }, '{"a":1}', []],
  ])('reads %s', (_name, stored, before, after) => {
    expect(parseDetails({ member: stored })).toEqual([{ member: 'member', before, after }])
  })

  test('reads what compareMembers recorded, through JSON', () => {
    const stored = JSON.parse(JSON.stringify(compareMembers({ list: ['a', 'b'] }, { list: [] })))
    expect(parseDetails(stored)).toEqual([{ member: 'list', before: ['a', 'b'], after: [] }])
  })
})

describe('partOf', () => {
  const change = { member: 'list', before: ['a', 'b', 'c'], after: ['c', 'd', 'a'] }

  test('returns what was added to and removed from a list, in its order', () => {
    expect(partOf(change, 'added')).toEqual(['d'])
    expect(partOf(change, 'removed')).toEqual(['b'])
  })

  test.each<[string, AuditValue | undefined, AuditValue]>([
    ['an unrecorded value', undefined, ['a']],
    ['a value that was not set', null, ['a']],
    ['texts', 'a', 'b'],
  ])('compares no lists where the change is from %s', (_name, before, after) => {
    for (const part of ['added', 'removed'] as const)
      expect(partOf({ member: 'list', before, after }, part)).toBeUndefined()
  })

  test('compares 1,000 values with 1,000 others', () => {
    const before = Array.from({ length: 1_000 }, (_, at) => `a${at}`)
    const after = before.map((value, at) => (at < 999 ? value : 'new'))
    expect(partOf({ member: 'list', before, after }, 'added')).toEqual(['new'])
    expect(partOf({ member: 'list', before, after }, 'removed')).toEqual(['a999'])
  })
})
