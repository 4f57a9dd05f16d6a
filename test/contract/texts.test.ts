import { readFileSync } from 'node:fs'
import { parse } from '@formatjs/icu-messageformat-parser'
import { describe, expect, test } from 'vitest'
import { textKey } from '../../src/portal/i18n/text-key.ts'
import { LANGUAGES, SOURCE } from '../../src/values/languages.ts'
import { partsOf, pluralsOf } from './message-parts.ts'
import { literalTexts, TRANSLATED } from './portal-texts.ts'

const texts = [...new Set(TRANSLATED.map(({ text }) => text))].sort()
const isOfFirms = (file: string) => /portal\/(firm|staff)\//.test(file)
// A text that the pages of clients show as well is in the catalogue that every page has.
const common = new Set(TRANSLATED.flatMap(({ text, file }) => (isOfFirms(file) ? [] : [text])))
const translations = Object.keys(LANGUAGES).filter((language) => language !== SOURCE)
const catalogues = translations.flatMap((language) => [
  { name: language, language, texts: texts.filter((text) => common.has(text)) },
  { name: `${language}-firm`, language, texts: texts.filter((text) => !common.has(text)) },
])
// The formats of languages that no page is in: the code of a console, a family of fonts.
const NOT_READ = ['app/theme.ts', 'domain/keys/read-command.ts']

const catalogueOf = (name: string): Readonly<Record<string, string>> =>
  JSON.parse(readFileSync(`src/portal/i18n/${name}.json`, 'utf8'))

test('no text of the portal is outside of the function that translates it', () => {
  const found = literalTexts().filter(
    ({ file }) => !NOT_READ.some((allowed) => file.endsWith(allowed)),
  )
  expect(found.filter(({ text }) => !text.includes('var(--'))).toEqual([])
})

test('every text can be read as a message', () => {
  expect(texts.length).toBeGreaterThan(1_500)
  for (const text of texts) expect(() => parse(text), text).not.toThrow()
})

test('no text begins or ends with a space', () => {
  expect(texts.filter((text) => text !== text.trim())).toEqual([])
})

test('no two texts have one key, in one catalogue or in two', () => {
  expect(new Set(texts.map(textKey)).size).toBe(texts.length)
})

describe.each(catalogues)('the catalogue "$name"', ({ name, language, texts }) => {
  const catalogue = catalogueOf(name)

  test('has each text once, and no other', () => {
    expect(Object.keys(catalogue)).toEqual(texts)
  })

  test('has the arguments, tags and choices of each text', () => {
    const wrong = Object.entries(catalogue).filter(
      ([text, translated]) => partsOf(text).join() !== partsOf(translated).join(),
    )
    expect(wrong).toEqual([])
  })

  test('has each form that its plurals have', () => {
    const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories.sort()
    const wrong = Object.values(catalogue).filter((translated) =>
      pluralsOf(translated).some((keys) => keys.join() !== forms.join()),
    )
    expect(wrong).toEqual([])
  })
})
