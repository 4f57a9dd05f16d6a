import { describe, expect, test } from 'vitest'
import { t } from '../../src/portal/i18n/text.ts'
import { findLanguage, localeOf } from '../../src/values/languages.ts'
import { testTable } from '../support/test-table.ts'

testTable([
  [null, ['de-AT', 'en'], 'de'],
  [null, ['fr-FR', 'ar-EG', 'de'], 'ar'],
  [null, ['fr-FR'], 'en'],
  [null, [], 'en'],
  [null, ['', '*', '-', 'de_DE'], 'en'],
  ['ar', ['de-AT'], 'ar'],
  ['fr', ['de-AT'], 'de'],
  ['constructor', ['__proto__', 'toString'], 'en'],
] as const)(
  'the language is the chosen one, or the first wanted one that there is',
  (chosen, wanted, expected) => {
    expect(findLanguage(chosen, wanted)).toBe(expected)
  },
)

describe('dates and numbers', () => {
  const instant = new Date('2026-03-01T12:00:00Z')
  const shown = (locale: string) => [
    new Intl.DateTimeFormat(locale, { dateStyle: 'short', timeZone: 'UTC' }).format(instant),
    new Intl.NumberFormat(locale).format(1_234.5),
  ]
  testTable([
    ['en', ['en-US'], ['3/1/26', '1,234.5']],
    ['en', ['de-DE', 'en-US'], ['01/03/2026', '1.234,5']],
    ['de', ['de'], ['01.03.26', '1.234,5']],
    ['en', ['not a tag', 'en-US'], ['3/1/26', '1,234.5']],
  ] as const)('are written as the reader writes them', (language, wanted, expected) => {
    expect(shown(localeOf(language, wanted))).toEqual(expected)
  })

  // Saudi Arabia has another calendar, Egypt other digits, Thailand another year.
  testTable(['ar-SA', 'ar-EG', 'th-TH'])('have the digits and the year of the API', (wanted) => {
    const format = new Intl.DateTimeFormat(localeOf(findLanguage(null, [wanted]), [wanted]))
    const { calendar, numberingSystem } = format.resolvedOptions()
    expect([calendar, numberingSystem]).toEqual(['gregory', 'latn'])
  })
})

describe('a text', () => {
  testTable([
    [1, '1 asset'],
    [1_204, '1,204 assets'],
  ])('has the plural of its number', (count, expected) => {
    expect(t('{count, plural, one {# asset} other {# assets}}', { count })).toBe(expected)
  })

  test('takes a value as it is, whatever it looks like', () => {
    const name = "{count} <b>it's</b> '{x}'"
    expect(t('Hello {name}', { name })).toBe(`Hello ${name}`)
  })
})
