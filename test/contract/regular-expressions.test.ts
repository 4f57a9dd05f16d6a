import { describe, expect, test } from 'vitest'
import { isNode, SOURCES, syntaxOf } from './source-syntax.ts'

// The checker in JavaScript: its other forms need a Java runtime or a program for this machine.
process.env.RECHECK_BACKEND = 'pure'
process.env.RECHECK_SYNC_BACKEND = 'pure'
const { checkSync } = await import('recheck')

/**
 * Patterns that may take longer than their text is long, and why that is harmless: the bound on
 * the text that they are given.
 */
const MESSAGE = 'a message is cut to 2,000 characters first'
const BUILD = 'The build reads files of the repository with it.'
const BOUNDED: Readonly<Record<string, string>> = {
  '/(cannot represent [a-z\\d -]*value: ).*$/s': MESSAGE,
  '/(Value ").*(" does not exist)/s': MESSAGE,
  '/(Field ").*(" is not defined)/s': MESSAGE,
  '/\\[([^\\]]+)\\]\\(([\\w-]+)\\.md(?:#[^)]*)?\\)/g': BUILD,
  '/\\[([^\\]]*)\\]\\([^)]*\\)/g': BUILD,
  '/\\s*(?:Scope: (\\w+)|Needs the (\\w+) scope)\\.$/': BUILD,
}

// By the automaton, which proves it: the checker's other way guesses, and not twice the same.
const EXACT = { checker: 'automaton', maxRepeatCount: 1_000, timeout: 200_000 } as const

interface Found {
  readonly file: string
  readonly pattern: string
  readonly flags: string
}

function literalsOf(file: string): Found[] {
  return syntaxOf(file).flatMap(({ type, regex }) => {
    if (type !== 'Literal' || !isNode(regex)) return []
    return [{ file, pattern: String(regex.pattern), flags: String(regex.flags) }]
  })
}

const found = SOURCES.flatMap(literalsOf)
const each = [...new Map(found.map((one) => [`/${one.pattern}/${one.flags}`, one]))]

describe('every regular expression takes time in proportion to its text', () => {
  test.each(each)('%s', (written, { file, pattern, flags }) => {
    const { status } = checkSync(pattern, flags, EXACT)
    if (written in BOUNDED) expect(status, `${written} needs no exception`).not.toBe('safe')
    else expect([file, status]).toEqual([file, 'safe'])
  })

  test('and all of them are looked at', () => {
    expect(found.length).toBeGreaterThan(80)
    expect(Object.keys(BOUNDED).filter((written) => !new Map(each).has(written))).toEqual([])
  })
})

test('the checker finds what is not linear', () => {
  const types = '^\\s*application/json\\s*(;\\s*charset\\s*=\\s*("utf-?8"|utf-?8)\\s*)?;?\\s*$'
  expect(checkSync(types, 'i', EXACT).status).toBe('vulnerable')
  expect(checkSync('^(a+)+$', '', EXACT).status).toBe('vulnerable')
})
