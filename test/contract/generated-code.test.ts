import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { describe, expect, test } from 'vitest'

const files = readdirSync('src', { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
  .map((entry) => relative('src', join(entry.parentPath, entry.name)))

const filesWith = (pattern: RegExp) =>
  files.filter((file) => pattern.test(readFileSync(join('src', file), 'utf8'))).sort()

describe('no code is made from text', () => {
  test('no compiler of documents is imported', () => {
    expect(filesWith(/graphql-jit/)).toEqual([])
  })

  test.each([
    ['Function and eval', /\bFunction\s*\(|\beval\b|\.constructor\s*\(/],
    ['the module vm', /['"](node:)?vm['"]/],
    ['timers that take text', /\bset(Timeout|Interval|Immediate)\s*\(\s*['"`]/],
    ['import() of an address that is computed', /\bimport\(\s*[^'"\s]/],
  ])('nothing uses %s', (_what, pattern) => {
    expect(filesWith(pattern)).toEqual([])
  })

  test('regular expressions are literals', () => {
    expect(filesWith(/\bRegExp\s*\(/)).toEqual([])
  })
})
