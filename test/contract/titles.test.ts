import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { titled, titledRows } from '../support/titled.ts'

// A number of a row changes with the table, and a format with a precision is printed as it stands.
const NO_TITLE = /%(#|\$(?!\{)|\.\d)/

test('no title of a test is a row number, or a format that the runner does not know', () => {
  const files = readdirSync('test', { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !file.includes('node_modules'))
    .map((file) => join('test', file))
  expect(files.length).toBeGreaterThan(100)
  const lines = files.flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .map((line, at) => `${file}:${at + 1}: ${line.trim()}`),
  )
  expect(lines.filter((line) => NO_TITLE.test(line))).toEqual([])
})

describe('a title', () => {
  test('is the value as JSON, in ASCII', () => {
    expect(titled(['a\0"', 'é\ud800', undefined, ['x']])).toEqual([
      ['"a\\u0000\\""', 'a\0"'],
      ['"\\u00e9\\ud800"', 'é\ud800'],
      ['undefined', undefined],
      ['["x"]', ['x']],
    ])
  })

  test('is the first value of a row', () => {
    expect(
      titledRows([
        ['a', 1],
        [{ id: 5 }, 2],
      ]),
    ).toEqual([
      ['"a"', 'a', 1],
      ['{"id":5}', { id: 5 }, 2],
    ])
  })

  test('of a long value is cut, with the length', () => {
    const titles = titled(['x'.repeat(100), 'x'.repeat(100_000)]).map(([title]) => title)
    expect(titles).toEqual([
      `"${'x'.repeat(39)}… (102 characters)`,
      `"${'x'.repeat(39)}… (100002 characters)`,
    ])
  })

  test('differs from every other one of the table', () => {
    expect(() =>
      titledRows([
        ['a', 1],
        ['a', 2],
      ]),
    ).toThrow('the same title')
  })
})
