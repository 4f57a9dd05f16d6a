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

  test('has no context in English', () => {
    expect(t('Answered|result')).toBe('Answered')
  })

  test('takes a value as it is, whatever it looks like', () => {
    const name = "{count} <b>it's</b> '{x}'"
    expect(t('Hello {name}', { name })).toBe(`Hello ${name}`)
  })
})
