import { textKey } from './text-key.ts'

/**
 * The source of a module that exports the translations by their keys. Keys stand apart, and texts that begin alike stand
 * together: so they compress better. Throws where two texts have one key: a word of one of them has to change.
 */
export function packCatalogue(translations: Readonly<Record<string, string>>): string {
  const texts = new Map<string, string>()
  for (const [english, text] of Object.entries(translations)) {
    const key = textKey(english)
    if (texts.has(key)) throw new Error(`Another text has the key of "${english}".`)
    texts.set(key, text)
  }
  const sorted = [...texts].sort(([, a], [, b]) => (a < b ? -1 : 1))
  const keys = sorted.map(([key]) => key).join('')
  return `const keys = ${JSON.stringify(keys)}.match(/.{4}/g)
const texts = ${JSON.stringify(sorted.map(([, text]) => text))}
export default Object.fromEntries(texts.map((text, index) => [keys[index], text]))`
}
