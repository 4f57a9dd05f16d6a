import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { isNode, SOURCES, syntaxOf } from './source-syntax.ts'

const WITHOUT_LOCALE = ['getCanonicalLocales', 'supportedValuesOf']
const LOCALE_METHODS: Readonly<Record<string, number>> = {
  localeCompare: 1,
  toLocaleDateString: 0,
  toLocaleLowerCase: 0,
  toLocaleString: 0,
  toLocaleTimeString: 0,
  toLocaleUpperCase: 0,
}

/** A call, as `Intl.ListFormat` or `toLocaleString`, with its place for a locale; null for any other. */
function formatterOf({ type, callee }: Record<string, unknown>): [string, number] | null {
  if (type !== 'NewExpression' && type !== 'CallExpression') return null
  if (!isNode(callee) || callee.type !== 'MemberExpression') return null
  const { object, property } = callee
  const name = isNode(property) ? String(property.name) : ''
  if (isNode(object) && object.name === 'Intl')
    return WITHOUT_LOCALE.includes(name) ? null : [`Intl.${name}`, 0]
  return Object.hasOwn(LOCALE_METHODS, name) ? [name, LOCALE_METHODS[name] ?? 0] : null
}

function formattersOf(syntax: readonly Record<string, unknown>[]) {
  return syntax.flatMap((node) => {
    const found = formatterOf(node)
    if (found === null) return []
    const [name, place] = found
    const given = Array.isArray(node.arguments) ? node.arguments[place] : undefined
    return [{ name, hasLocale: isNode(given) && given.name !== 'undefined' }]
  })
}

test('every formatter of the source names its language', () => {
  const all = SOURCES.flatMap((file) =>
    formattersOf(syntaxOf(file)).map((each) => ({ file, ...each })),
  )
  expect(all.length).toBeGreaterThan(10)
  expect(all.filter(({ hasLocale }) => !hasLocale)).toEqual([])
})

// The default of Intl is set when a process starts, so each of these is one.
test.each([
  'de_DE.UTF-8',
  'ar_EG.UTF-8',
  'en_US.UTF-8',
])('the portal writes the same English under %s', async (language) => {
  const env = { ...process.env, LC_ALL: language, LANG: language, TZ: 'Asia/Kolkata' }
  const command = ['test/run-typescript.js', 'test/contract/language.sample.ts']
  const { stdout } = await promisify(execFile)(process.execPath, command, { env })
  const { locale, texts } = JSON.parse(stdout)
  expect(locale).toBe(language.slice(0, 5).replace('_', '-'))
  expect(texts).toEqual([
    '31 Dec 2026',
    '1 Jan 2027, 05:29',
    '1 January 2027 at 05:29:59 GMT+5:30 (2026-12-31T23:59:59Z)',
    '31 Dec 2026',
    '1,234,567.5',
    'US$1,250.00',
    '33.33%',
    'Art, Coins and 2 more',
    'in 3 months',
    'now',
    'Everything in Art and Wine',
  ])
})
