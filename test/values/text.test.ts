import { expect, test } from 'vitest'
import { characterCount, isCleanText } from '../../src/values/text.ts'

test.each([
  ['', true],
  ['Café — 金 — \u{1F600}', true],
  ['line\nbreak\ttab', true],
  ['a\0b', false],
  ['\ud83d', false],
  ['\ude00\ud83d', false],
  ['a\udc00', false],
])('%j is clean: %s', (text, clean) => {
  expect(isCleanText(text)).toBe(clean)
})

test.each([
  ['', 0],
  ['abc', 3],
  ['\u{1F600}', 1],
  ['e\u0301', 2],
])('%j has %i characters', (text, count) => {
  expect(characterCount(text)).toBe(count)
})
