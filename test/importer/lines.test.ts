import { describe, expect, test } from 'vitest'
import { type Line, LineReader } from '../../src/importer/lines.ts'

function linesOf(...chunks: (string | Buffer)[]): Line[] {
  const reader = new LineReader()
  return [...chunks.flatMap((chunk) => [...reader.read(Buffer.from(chunk))]), ...reader.end()]
}

const MIB = 1024 * 1024

describe('lines', () => {
  test.each<[string, (string | Buffer)[], Line[]]>([
    ['nothing', [''], []],
    ['blank lines are passed over and counted', ['\n \r\n\t\na\n\n'], [{ number: 4, text: 'a' }]],
    [
      'the last line may lack its newline',
      ['a\nb'],
      [
        { number: 1, text: 'a' },
        { number: 2, text: 'b' },
      ],
    ],
    [
      'CRLF',
      ['a\r\nb\r\n'],
      [
        { number: 1, text: 'a\r' },
        { number: 2, text: 'b\r' },
      ],
    ],
    ['a byte order mark at the start', ['\ufeffa\n'], [{ number: 1, text: 'a' }]],
    [
      'and nowhere else',
      ['a\n\ufeffb'],
      [
        { number: 1, text: 'a' },
        { number: 2, text: '\ufeffb' },
      ],
    ],
    [
      'a line in many chunks',
      ['a', 'b', '', 'c\nd'],
      [
        { number: 1, text: 'abc' },
        { number: 2, text: 'd' },
      ],
    ],
    [
      'a character in two chunks',
      [Buffer.from([0xc3]), Buffer.from([0xa9, 0x0a])],
      [{ number: 1, text: 'é' }],
    ],
    [
      'bytes that are not UTF-8',
      [Buffer.from([0xff, 0xfe, 0x0a]), 'b\n'],
      [
        { number: 1, expected: 'text in UTF-8', column: 1 },
        { number: 2, text: 'b' },
      ],
    ],
    [
      'a character cut off',
      [Buffer.from([0x61, 0xc3])],
      [{ number: 1, expected: 'text in UTF-8', column: 2 }],
    ],
    [
      'a character cut off behind U+FFFD and one of two units',
      [Buffer.concat([Buffer.from('\ufffd𝒳é'), Buffer.from([0xe2, 0x82])])],
      [{ number: 1, expected: 'text in UTF-8', column: 4 }],
    ],
    [
      'half a surrogate pair in UTF-8',
      [Buffer.from([0xed, 0xa0, 0x80])],
      [{ number: 1, expected: 'text in UTF-8', column: 1 }],
    ],
  ])('%s', (_name, chunks, lines) => {
    expect(linesOf(...chunks)).toEqual(lines)
  })

  test('the longest line, and one byte more', () => {
    const longest = 'x'.repeat(MIB)
    expect(linesOf(`${longest}\n`)).toEqual([{ number: 1, text: longest }])
    const tooLong = [
      { number: 1, expected: 'a line of at most 1 MiB', column: null },
      { number: 2, text: 'b' },
    ]
    expect(linesOf(`${longest}x\nb`)).toEqual(tooLong)
    expect(linesOf(longest, longest, 'x', '\nb')).toEqual(tooLong)
    expect(linesOf(longest, 'x')).toEqual([
      { number: 1, expected: 'a line of at most 1 MiB', column: null },
    ])
  })

  test('a line without end is not held in memory', () => {
    const reader = new LineReader()
    const chunk = Buffer.alloc(MIB, 'x')
    const before = process.memoryUsage().arrayBuffers
    for (let count = 0; count < 400; count++) [...reader.read(Buffer.from(chunk))]
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(300 * MIB)
    expect([...reader.end()]).toEqual([
      { number: 1, expected: 'a line of at most 1 MiB', column: null },
    ])
  })
})
