import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { packCatalogue } from '../../src/portal/i18n/pack-catalogue.ts'
import { textKey } from '../../src/portal/i18n/text-key.ts'

async function unpacked(translations: Readonly<Record<string, string>>): Promise<unknown> {
  const source = encodeURIComponent(packCatalogue(translations))
  return { ...(await import(`data:text/javascript,${source}`)).default }
}

test.each([
  'de',
  'de-firm',
  'ar',
  'ar-firm',
])('the catalogue "%s" has each translation by its key', async (name) => {
  const file = `src/portal/i18n/${name}.json`
  const translations: Record<string, string> = JSON.parse(readFileSync(file, 'utf8'))
  const expected = Object.entries(translations).map(([english, text]) => [textKey(english), text])
  expect(await unpacked(translations)).toEqual(Object.fromEntries(expected))
})

test.each([
  '`a` $',
  'a "b"\n\\',
  "'</script>' \u2028",
])('keeps the text %j as it is', async (text) => {
  expect(await unpacked({ English: text })).toEqual({ [textKey('English')]: text })
})

test('does not pack two texts of one key', () => {
  const [one, other] = ['scope asset 2167', 'value item 7451']
  expect(textKey(one)).toBe(textKey(other))
  expect(() => packCatalogue({ [one]: 'a', [other]: 'b' })).toThrow(other)
})
