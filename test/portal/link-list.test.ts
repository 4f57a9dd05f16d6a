import { expect, test } from 'vitest'
import { decodeList, parseLinkList } from '../../src/portal/firm/clients/link-list.ts'
import { testTable } from '../support/test-table.ts'

const latin1 = (unit: number) => [unit]
const little = (unit: number) => [unit & 255, unit >> 8]
const big = (unit: number) => [unit >> 8, unit & 255]
const bytesOf = (text: string, encode: (unit: number) => number[]) =>
  Uint8Array.from([...text].flatMap((each) => encode(each.charCodeAt(0))))
const ada = { reference: 'K-1', email: 'ada@example.com', state: null }

testTable([
  ['commas', 'reference,email\nK-1,ada@example.com\n'],
  ['semicolons, quotes and another order', '"Email";reference\r\n"ada@example.com";"K-1"'],
  ['tabs, empty lines and spaces', '\ufeff reference\tEMAIL\r\r K-1 \t ada@example.com\r'],
])('a list is read with %s', (_, text) => {
  expect(parseLinkList(text)).toMatchObject({ clients: [ada], problems: [] })
})

testTable<[string, string, number[], string]>([
  ['no header', 'K-1,ada@example.com', [1], 'must name the columns'],
  ['a column twice', 'reference,reference', [1], 'must name the columns'],
  ['nobody', 'reference', [1], 'has no clients'],
  ['a formula', 'reference,email\n=1+1\nK-2,@SUM(A1)\n -1', [2, 3, 4], 'for a formula'],
  ['a wide formula', 'reference\n＝1', [2], 'for a formula'],
  ['a repeated reference', 'reference\nK-1\n\nK-2\nK-1', [5], 'Line 2 has the same reference'],
  ['no reference', 'reference,email\n,ada@example.com', [2], 'reference is missing'],
  ['no address', 'reference,email\nK-1,ada', [2], 'not a valid address'],
  ['open quotes', 'reference\n"K-1\nK-2\n"K"3', [2, 4], 'quotes of this line'],
  ['too many cells', 'reference\nK-1,ada@example.com', [2], 'more cells'],
  ['another encoding', decodeList(bytesOf('reference\nJos\xe9', latin1)), [2], 'UTF-8'],
  ['UTF-16 without its mark', decodeList(bytesOf('reference\nK', little)), [1], 'columns'],
  ['10 MB', `reference\n${'K'.repeat(10 * 2 ** 20)}`, [1], 'larger than 150 KB'],
  ['10 MB of lines', 'reference\n'.repeat(2 ** 20), [1], 'larger than 150 KB'],
])('a list with %s is refused as a whole, by its lines', (_, text, lines, says) => {
  const { problems } = parseLinkList(text)
  expect(problems.map(({ line }) => line)).toEqual(lines)
  for (const problem of problems) expect(problem.says).toContain(says)
})

test('a file of UTF-16 is read by its mark, in either order of bytes', () => {
  const text = '\ufeffreference;email\nK-1;ada@example.com'
  const read = { clients: [ada], problems: [] }
  for (const encode of [little, big])
    expect(parseLinkList(decodeList(bytesOf(text, encode)))).toMatchObject(read)
})

test('each of 10,000 hostile lines has an answer', () => {
  const hostile = ['=cmd|1', '"', '\ufffd', ',', 'K-1', '-1', ',a,b', '@x', '"a"b', '+1']
  const lines = Array.from({ length: 10_000 }, (_, i) => hostile[i % hostile.length])
  const { problems } = parseLinkList(['reference,email', 'K-1', ...lines].join('\n'))
  expect(problems.map(({ line }) => line)).toEqual(lines.map((_, i) => i + 3))
})
