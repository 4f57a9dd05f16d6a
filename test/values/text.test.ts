import { expect } from 'vitest'
import { characterCount, isCleanText } from '../../src/values/text.ts'
import { testTable } from '../support/test-table.ts'

testTable([
  ['', true],
  ['Café — 金 — \u{1F600}', true],
  ['line\nbreak\ttab', true],
  ['a\0b', false],
  ['\ud83d', false],
  ['\ude00\ud83d', false],
  ['a\udc00', false],
])('a text is clean without control characters and halves of pairs', (text, clean) => {
  expect(isCleanText(text)).toBe(clean)
})

testTable([
  ['', 0],
  ['abc', 3],
  ['\u{1F600}', 1],
  ['e\u0301', 2],
])('characters are counted as a reader counts them', (text, count) => {
  expect(characterCount(text)).toBe(count)
})
