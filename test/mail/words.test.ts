import { describe, expect, test } from 'vitest'
import { ARABIC } from '../../src/mail/texts/ar.ts'
import { GERMAN } from '../../src/mail/texts/de.ts'
import { mailText, wordsIn } from '../../src/mail/words.ts'
import { partsOf } from '../contract/message-parts.ts'
import { isNode, SOURCES, syntaxOf } from '../contract/source-syntax.ts'

const AT = new Date('2026-03-01T23:30:05Z')

describe.each([
  ['de', GERMAN],
  ['ar', ARABIC],
])('the texts of mails in "%s"', (_, texts) => {
  test('have the arguments of the English ones', () => {
    const wrong = Object.entries(texts).filter(
      ([text, translated]) => partsOf(text).join() !== partsOf(translated).join(),
    )
    expect(wrong).toEqual([])
  })

  test('are those that a mail has', () => {
    const files = SOURCES.filter((file) => /src\/modules\//.test(file))
    const used = new Set(
      files
        .filter((file) => /-mail\.ts$|terms-in-words\.ts$/.test(file))
        .flatMap((file) => syntaxOf(file))
        .flatMap((node) => (isNode(node) && node.type === 'Literal' ? [node.value] : [])),
    )
    expect(Object.keys(texts).filter((text) => !used.has(text))).toEqual([])
  })
})

test.each([
  ['en', /^Hello, Sunday,? 1 March 2026 .*23:30:05 UTC$/],
  ['de', /^Guten Tag, Sonntag, 1. März 2026 .*23:30:05 UTC$/],
  ['ar', /^مرحبًا، الأحد، 1 مارس 2026 .*11:30:05/],
] as const)('a mail in "%s" has its words and its dates', (language, expected) => {
  const { t, time } = wordsIn(language)
  expect(`${t('Hello,')} ${time(AT)}`).toMatch(expected)
})

test('a text has its values, whatever they look like', () => {
  const { t, list } = wordsIn('de')
  expect(t('in {categories}', { categories: list(['{a}', "b'", '<c>']) })).toBe(
    "in {a}, b' und <c>",
  )
})

test('the paragraphs of a mail are apart', () => {
  expect(mailText(['a', 'b\nc'])).toBe('a\n\nb\nc\n')
})
