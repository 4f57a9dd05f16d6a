import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { describe, expect, test } from 'vitest'

const files = readdirSync('src', { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
  .map((entry) => relative('src', join(entry.parentPath, entry.name)))

const filesWith = (pattern: RegExp) =>
  files.filter((file) => pattern.test(readFileSync(join('src', file), 'utf8'))).sort()

describe('no code is made from text', () => {
  test.each([
    ['a compiler of documents', /graphql-jit/],
    ['Function and eval', /\bFunction\s*\(|\beval\b|\.constructor\s*\(/],
    ['the module vm', /['"](node:)?vm['"]/],
    ['timers that take text', /\bset(Timeout|Interval|Immediate)\s*\(\s*['"`]/],
    ['import() of an address that is computed', /\bimport\(\s*[^'"\s]/],
    ['a regular expression that is not a literal', /\bRegExp\s*\(/],
  ])('nothing uses %s', (_what, pattern) => {
    expect(filesWith(pattern)).toEqual([])
  })
})
