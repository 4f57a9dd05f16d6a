import { expect, test } from 'vitest'
import {
  isBoolean,
  isInstant,
  isNumber,
  isOneOf,
  isText,
  isTexts,
  listOf,
  objectOf,
  orNull,
  rowReader,
} from '../../src/access/rows.ts'

const read = rowReader('things', {
  name: isText,
  size: orNull(isNumber),
  at: isInstant,
  open: isBoolean,
  state: isOneOf(['new', 'old']),
  tags: isTexts,
  parts: orNull(listOf(objectOf({ id: isText }))),
})
const GOOD = {
  name: 'a',
  size: 1,
  at: new Date(0),
  open: false,
  state: 'old',
  tags: ['x'],
  parts: [{ id: 'p' }],
}

test('a reader of rows gives a row of its columns back as it is', () => {
  for (const row of [
    GOOD,
    { ...GOOD, size: null, tags: [], parts: null },
    { ...GOOD, parts: [], more: 1 },
  ])
    expect(read(row)).toBe(row)
})

test('a reader of rows names the column that does not fit, and quotes no value', () => {
  const damaged: readonly (readonly [string, unknown])[] = [
    ['name', { ...GOOD, name: 7 }],
    ['size', { ...GOOD, size: '1' }],
    ['size', { name: 'a' }],
    ['at', { ...GOOD, at: '1970-01-01' }],
    ['open', { ...GOOD, open: 0 }],
    ['state', { ...GOOD, state: 'Old' }],
    ['tags', { ...GOOD, tags: [1] }],
    ['parts', { ...GOOD, parts: [{ id: 1 }] }],
    ['the row', null],
    ['the row', [GOOD]],
  ]
  for (const [column, row] of damaged) {
    const message = `Damaged data: things: ${column} does not have its type`
    expect(() => read(row)).toThrow(expect.objectContaining({ name: 'StoredDataError', message }))
  }
})
