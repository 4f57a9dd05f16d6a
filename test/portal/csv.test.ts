import { expect, test } from 'vitest'
import { formatCsv } from '../../src/portal/ui/export/csv.ts'
import { testTable } from '../support/test-table.ts'

testTable([
  ['a, "b"; c', '"a, ""b""; c"'],
  ['two\r\nlines', '"two\r\nlines"'],
  [null, '""'],
  [undefined, '""'],
  [0, '"0"'],
  ['a=1', '"a=1"'],
  ['=HYPERLINK("http://x")', '"\'=HYPERLINK(""http://x"")"'],
  ['-1', '"\'-1"'],
  ['@SUM(A1)', '"\'@SUM(A1)"'],
  ['\t=1', '"\'\t\'=1"'],
  ['\r=1', '"\'\r\'=1"'],
  ['\n=1', '"\'\n\'=1"'],
  ['＝1', '"\'＝1"'],
  ['a;=1', '"a;\'=1"'],
  ['a;-1;+1', '"a;\'-1;\'+1"'],
  ['a; "=1', '"a; ""\'=1"'],
  ['a\t@1', '"a\t\'@1"'],
  ['a\r\n=1', '"a\r\n\'=1"'],
  ['a; b', '"a; b"'],
  ['a, -1', '"a, -1"'],
])('a cell is written so that no sheet runs it', (value, cell) => {
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
