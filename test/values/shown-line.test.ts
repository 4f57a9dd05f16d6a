import { expect, test } from 'vitest'
import { normalizeEmail, parseEmail } from '../../src/modules/people/email.ts'
import { parseCurrency } from '../../src/modules/people/person.writes.ts'
import { findCategory } from '../../src/values/categories.ts'
import { shownLine, shownText } from '../../src/values/shown-line.ts'
import { lowerAscii, upperAscii } from '../../src/values/text.ts'
import { characterCount, isCleanText, isLine, parseName } from '../../src/values/text-rules.ts'
import { testTable } from '../support/test-table.ts'

const FAMILY = '👩‍👩‍👧 ❤️ ❤️‍🔥 👍🏽'
const MARKS = '\u0301\u0302\u0303\u0304'

testTable([
  'Béatrice 王',
  'O’Hara “west” ″ ❞ 〞 ＂',
  FAMILY,
  'نامه‌ها',
  'क्‍ष',
  '葛\u{E0100}飾区',
  'שלום עולם',
  `x${MARKS}`,
  '½ m² · 12″ × 9′',
])('is shown and stored as it was written', (text) => {
  expect([shownLine(text), shownText(text), isLine(text)]).toEqual([text, text, true])
  expect(parseName(text)).toBe(text.normalize('NFC'))
})

testTable([
  ['a zero-width space', 'Ha\u200ble', 'Hale'],
  ['a joiner between Latin letters', 'Ha\u200d\u200cle', 'Hale'],
  ['a joiner at the end', 'نامه\u200c', 'نامه'],
  ['two joiners', 'نامه\u200c\u200cها', 'نامه‌ها'],
  ['a soft hyphen', 'Ha\u00adle', 'Hale'],
  ['a byte order mark', '\ufeffHale', 'Hale'],
  ['tag characters', 'Hale\u{E0041}\u{E007F}', 'Hale'],
  ['a variation selector on a letter', 'Ha\ufe0fle\u{E0100}', 'Hale'],
  ['a variation selector before a joiner', 'x\ufe0f\u200d😀', 'x😀'],
  ['a filler', 'Hale\u3164\uffa0\u115f', 'Hale'],
  ['a change of direction', 'Hale \u202eelaH\u2066\u200f\u061c', 'Hale elaH'],
  ['an annotation', 'Hale\ufff9x\ufffb', 'Halex'],
  ['marks in a stack', `x${MARKS}${MARKS.repeat(20)}`, `x${MARKS}`],
  ['marks that a hidden character separates', `x${MARKS}\u034f${MARKS}`, `x${MARKS}`],
  ['a mark without a letter', '\u0338Hale \u030bx', 'Hale x'],
  ['a line break', 'Hale\nEnd: never', 'Hale End: never'],
  ['a separator of lines', 'Hale\u2028End:\u2029\u0085never', 'Hale End: never'],
  ['a control', 'Hale\u001b[31m', 'Hale [31m'],
  ['half a character', 'Hale\ud83d', 'Hale\ufffd'],
  ['nothing to see', '\u200b\u2800', '\u2800'],
])('is refused as a name, and shown without what hides', (_name, text, shown) => {
  expect(isLine(text)).toBe(false)
  // White space at the ends is no part of a name.
  expect(() => parseName(`.${text}.`)).toThrow(/^name must be/)
  expect(shownLine(text)).toBe(shown)
  expect(shownLine(shown)).toBe(shown)
})

test('a text of several lines keeps them, and tabs', () => {
  expect(shownText('One\n\tTwo\u200b\r\nThree')).toBe('One\n\tTwo\r\nThree')
})

test('every character alone is shown the same when it is shown again', () => {
  const wrong: string[] = []
  for (let code = 0; code <= 0x10_ff_ff; code += 1) {
    const text = `a${String.fromCodePoint(code)}b`
    const shown = shownLine(text)
    if (shownLine(shown) !== shown || /[\p{Cc}\p{Bidi_Control}\p{Zl}\p{Zp}]/u.test(shown))
      wrong.push(text)
  }
  expect(wrong).toEqual([])
})

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

const KELVIN = '\u212A'
const LONG_S = '\u017F'

testTable([
  ['BOOKS', 'books', 'BOOKS'],
  [`boo${KELVIN}s`, `boo${KELVIN}s`, `BOO${KELVIN}S`],
  [`book${LONG_S}`, `book${LONG_S}`, `BOOK${LONG_S}`],
  ['Straße', 'straße', 'STRAßE'],
  ['İı\uFB01', 'İı\uFB01', 'İı\uFB01'],
  ['', '', ''],
])('letters of ASCII alone change their case', (text, lower, upper) => {
  expect(lowerAscii(text)).toBe(lower)
  expect(upperAscii(text)).toBe(upper)
})

test('no other letter is part of a category, a currency or an email', () => {
  expect([findCategory('BOOKS'), findCategory('bk')]).toEqual(['books', 'books'])
  expect([findCategory(`boo${KELVIN}s`), findCategory(`b${KELVIN}`)]).toEqual([null, null])
  expect(parseCurrency('usd')).toBe('USD')
  expect(() => parseCurrency(`u${LONG_S}d`)).toThrow('ISO 4217')
  expect(normalizeEmail(' Kit@Example.com ')).toBe('kit@example.com')
  expect(normalizeEmail(`${KELVIN}it@example.com`)).not.toBe('kit@example.com')
  expect(() => parseEmail(`${KELVIN}it@example.com`)).toThrow('email takes an address')
})
