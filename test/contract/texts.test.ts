import { readFileSync } from 'node:fs'
import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser'
import { describe, expect, test } from 'vitest'
import { LANGUAGES, SOURCE } from '../../src/portal/i18n/languages.ts'
import { literalTexts, TRANSLATED } from './portal-texts.ts'

const texts = [...new Set(TRANSLATED.map(({ text }) => text))].sort()
const translations = Object.keys(LANGUAGES).filter((language) => language !== SOURCE)
// The formats of languages that no page is in: the code of a console, a family of fonts.
const NOT_READ = ['app/theme.ts', 'domain/keys/read-command.ts', 'firm/sandbox/commands.ts']

const catalogueOf = (language: string): Readonly<Record<string, string>> =>
  JSON.parse(readFileSync(`src/portal/i18n/${language}.json`, 'utf8'))

/** The arguments, tags and choices of a text. A translation may move and repeat them. */
function partsOf(elements: readonly MessageFormatElement[]): string[] {
  return elements.flatMap((element) => {
    switch (element.type) {
      case TYPE.literal:
      case TYPE.pound:
        return []
      case TYPE.tag:
        return [`<${element.value}>`, ...partsOf(element.children)]
      case TYPE.select:
      case TYPE.plural: {
        const options = Object.entries(element.options)
        const keys = options.map(([key]) => key).filter((key) => isKept(element, key))
        const inside = options.flatMap(([, { value }]) => partsOf(value))
        return [`{${element.value}}`, ...keys.map((key) => `${element.value} ${key}`), ...inside]
      }
      default:
        return [`{${element.value}}`]
    }
  })
}

// The forms of a plural are those of the language. What is said of an exact number is not.
function isKept({ type }: MessageFormatElement, key: string): boolean {
  return type === TYPE.select || key.startsWith('=')
}

function pluralsOf(elements: readonly MessageFormatElement[]): string[][] {
  return elements.flatMap((element) => {
    if (element.type === TYPE.tag) return pluralsOf(element.children)
    if (element.type !== TYPE.select && element.type !== TYPE.plural) return []
    const keys = Object.keys(element.options).filter((key) => !key.startsWith('='))
    const inside = Object.values(element.options).flatMap(({ value }) => pluralsOf(value))
    return element.type === TYPE.plural ? [keys.sort(), ...inside] : inside
  })
}

const sorted = (parts: readonly string[]) => [...new Set(parts)].sort()

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

describe.each(translations)('the catalogue of "%s"', (language) => {
  const catalogue = catalogueOf(language)

  test('has each text once, and no other', () => {
    expect(Object.keys(catalogue)).toEqual(texts)
  })

  test('has the arguments, tags and choices of each text', () => {
    const wrong = Object.entries(catalogue).filter(
      ([text, translated]) =>
        sorted(partsOf(parse(text))).join() !== sorted(partsOf(parse(translated))).join(),
    )
    expect(wrong).toEqual([])
  })

  test('has each form that its plurals have', () => {
    const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories.sort()
    const wrong = Object.values(catalogue).filter((translated) =>
      pluralsOf(parse(translated)).some((keys) => keys.join() !== forms.join()),
    )
    expect(wrong).toEqual([])
  })
})
