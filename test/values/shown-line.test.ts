import { expect, test } from 'vitest'
import { isLine, parseName } from '../../src/values/name.ts'
import { shownLine, shownText } from '../../src/values/shown-line.ts'
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
