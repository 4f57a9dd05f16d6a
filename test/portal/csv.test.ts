import { expect, test } from 'vitest'
import { formatCsv } from '../../src/portal/portfolio/csv.ts'

test.each([
  ['plain', '"plain"'],
  ['a, "b"; c', '"a, ""b""; c"'],
  ['two\r\nlines', '"two\r\nlines"'],
  ['', '""'],
  [null, '""'],
  [undefined, '""'],
  [0, '"0"'],
  ['1250.00', '"1250.00"'],
  ['a=1', '"a=1"'],
  ['=HYPERLINK("http://x")', '"\'=HYPERLINK(""http://x"")"'],
  ['+1', '"\'+1"'],
  ['-1', '"\'-1"'],
  ['@SUM(A1)', '"\'@SUM(A1)"'],
  ['\t=1', '"\'\t=1"'],
  ['\r=1', '"\'\r=1"'],
  ['\n=1', '"\'\n=1"'],
  ['＝1', '"\'＝1"'],
])('the cell %j is written as %j', (value, cell) => {
  expect(formatCsv([[value]])).toBe(`${cell}\r\n`)
})

test('rows are cells with commas, each ended by CRLF', () => {
  const rows = [
    ['a', 'b'],
    [1, null],
  ]
  expect(formatCsv(rows)).toBe('"a","b"\r\n"1",""\r\n')
  expect(formatCsv([])).toBe('')
})
