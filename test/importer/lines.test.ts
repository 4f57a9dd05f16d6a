import { expect, test } from 'vitest'
import { type Line, LineReader } from '../../src/importer/lines.ts'
import { testTable } from '../support/test-table.ts'

function linesOf(...chunks: (string | Buffer)[]): Line[] {
  const reader = new LineReader()
  return [...chunks.flatMap((chunk) => [...reader.read(Buffer.from(chunk))]), ...reader.end()]
}

const MIB = 1024 * 1024
const TOO_LONG = { number: 1, expected: 'a line of at most 1 MiB', column: null }
const bytes = (...values: number[]) => Buffer.from(values)

const shown = (line: Line) =>
  'text' in line ? `${line.number} ${line.text}` : `${line.number}:${line.column} ${line.expected}`

testTable<[string, (string | Buffer)[], string[]]>([
  ['nothing', [''], []],
  ['blank lines are passed over and counted', ['\n \r\n\t\na\n\n'], ['4 a']],
  ['the last line may lack its newline', ['a\nb'], ['1 a', '2 b']],
  ['CRLF', ['a\r\nb\r\n'], ['1 a\r', '2 b\r']],
  ['a byte order mark at the start', ['\ufeffa\n'], ['1 a']],
  ['and nowhere else', ['a\n\ufeffb'], ['1 a', '2 \ufeffb']],
  ['a line in many chunks', ['a', 'b', '', 'c\nd'], ['1 abc', '2 d']],
  ['a character in two chunks', [bytes(0xc3), bytes(0xa9, 0x0a)], ['1 é']],
  ['no UTF-8', [bytes(0xff, 0xfe, 0x0a), 'b\n'], ['1:1 text in UTF-8', '2 b']],
  ['a character cut off', [bytes(0x61, 0xc3)], ['1:2 text in UTF-8']],
  ['behind one of two units', ['\ufffd𝒳é', bytes(0xe2, 0x82)], ['1:4 text in UTF-8']],
  ['half a surrogate pair', [bytes(0xed, 0xa0, 0x80)], ['1:1 text in UTF-8']],
])('lines are split and numbered, whatever the chunks', (_name, chunks, lines) => {
  expect(linesOf(...chunks).map(shown)).toEqual(lines)
})

test('the longest line is taken, and one byte more is not', () => {
  const longest = 'x'.repeat(MIB)
  expect(linesOf(`${longest}\n`)).toEqual([{ number: 1, text: longest }])
  const after = { number: 2, text: 'b' }
  expect(linesOf(`${longest}x\nb`)).toEqual([TOO_LONG, after])
  expect(linesOf(longest, longest, 'x', '\nb')).toEqual([TOO_LONG, after])
  expect(linesOf(longest, 'x')).toEqual([TOO_LONG])
})

test('a line without end is not held in memory', () => {
  const reader = new LineReader()
  const chunk = Buffer.alloc(MIB, 'x')
  const before = process.memoryUsage().arrayBuffers
  for (let count = 0; count < 400; count++) [...reader.read(Buffer.from(chunk))]
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(300 * MIB)
  expect([...reader.end()]).toEqual([TOO_LONG])
})
