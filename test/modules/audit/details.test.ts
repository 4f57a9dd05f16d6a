import { expect, test } from 'vitest'
import {
  type AuditValue,
  compareMembers,
  parseDetails,
  subtract,
} from '../../../src/modules/audit/details.ts'

const CHANGES: Readonly<Record<string, readonly [before: AuditValue, after: AuditValue]>> = {
  text: ['standard', 'enterprise'],
  number: [1, 2],
  boolean: [false, true],
  set: [null, '2027-01-01T00:00:00.000Z'],
  unset: ['2027-01-01T00:00:00.000Z', null],
  shorter: [['a', 'b'], ['a']],
  reordered: [
    ['a', 'b'],
    ['b', 'a'],
  ],
  filled: [[], ['a']],
  form: [['a'], 'a'],
}

test('compareMembers records each changed member before and after, and no equal one', () => {
  const same = { text2: 'x', zero: 0, list: ['a', 'b'], empty: [], none: null }
  const side = (at: 0 | 1) =>
    Object.fromEntries(Object.entries(CHANGES).map(([member, pair]) => [member, pair[at]]))
  const changes = Object.entries(CHANGES).map(([member, [before, after]]) => [
    member,
    { before, after },
  ])
  const found = compareMembers({ ...same, ...side(0) }, { ...structuredClone(same), ...side(1) })
  expect(found).toEqual(Object.fromEntries(changes))
})

test('parseDetails reads changes, and what old rows have', () => {
  const rows: readonly (readonly [unknown, AuditValue | undefined, AuditValue])[] = [
    [{ before: 1, after: 2 }, 1, 2],
    [{ before: null, after: ['a'] }, null, ['a']],
    [{ before: ['a'], after: null }, ['a'], null],
    ['enterprise', undefined, 'enterprise'],
    [['registry', 'estate'], undefined, ['registry', 'estate']],
    [null, undefined, null],
    [[1, null], undefined, ['1', 'null']],
    [{ after: 1 }, undefined, '{"after":1}'],
    [{ before: { a: 1 }, after: [] }, '{"a":1}', []],
  ]
  expect(rows.map(([stored]) => parseDetails({ member: stored })[0])).toEqual(
    rows.map(([, before, after]) => ({ member: 'member', before, after })),
  )
})

test('subtract returns the values of a list that another one does not have, in its order', () => {
  const [before, after] = [
    ['a', 'b', 'c'],
    ['c', 'd', 'a'],
  ]
  expect(subtract(after, before)).toEqual(['d'])
  expect(subtract(before, after)).toEqual(['b'])
  for (const [before, after] of [
    [undefined, ['a']],
    [null, ['a']],
    ['a', 'b'],
  ] as const)
    for (const found of [subtract(after, before), subtract(before, after)])
      expect(found, `${before}`).toBeUndefined()
})
