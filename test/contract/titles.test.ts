import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

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
