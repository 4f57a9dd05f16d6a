import { describe, expect, test, vi } from 'vitest'
import { LineBuffer, type WriteBlock } from '../../src/log/output.ts'

function bufferOf() {
  const blocks: { text: string; done: Parameters<WriteBlock>[1] }[] = []
  const onRecovered = vi.fn()
  const write: WriteBlock = (block, done) => void blocks.push({ text: block.toString(), done })
  return { blocks, onRecovered, lines: new LineBuffer(write, onRecovered) }
}

const line = (length: number, letter = 'x') => `${letter.repeat(length - 1)}\n`
const settled = () => new Promise((resolve) => setTimeout(resolve, 150))

describe('lines of the log', () => {
  test('are written in whole lines of at most 4096 bytes, in order, one block at a time', async () => {
    const { blocks, lines } = bufferOf()
    const written = Array.from({ length: 50 }, (_, i) => line(300, i % 2 === 0 ? 'a' : 'é'))
    for (const each of written) lines.write(each)
    expect(blocks).toHaveLength(1)
    for (let i = 0; i < 10; i++) {
      blocks[i]?.done()
      await settled()
    }
    expect(blocks.map(({ text }) => text).join('')).toBe(written.join(''))
    for (const { text } of blocks) {
      expect(Buffer.byteLength(text)).toBeLessThanOrEqual(4096)
      expect(text.endsWith('\n')).toBe(true)
    }
  })

  test('that are few are written soon, and those that are left at the end can be taken', async () => {
    const { blocks, lines } = bufferOf()
    lines.write('a\n')
    await settled()
    expect(blocks[0]?.text).toBe('a\n')
    lines.write('b\n')
    lines.write(line(5_000))
    expect([...lines.takeBlocks()].map(String)).toEqual(['b\n', line(5_000)])
  })

  test('that nobody reads are dropped beyond one megabyte, and counted when they are read again', () => {
    const { blocks, lines, onRecovered } = bufferOf()
    for (let i = 0; i < 3_000; i++) lines.write(line(1_000))
    expect(blocks).toHaveLength(1)
    const kept = [...lines.takeBlocks()].join('').length + (blocks[0]?.text.length ?? 0)
    expect(kept).toBeLessThanOrEqual(2 ** 20 + 4_096)
    expect(kept).toBeGreaterThan(2 ** 20 - 4_096)
    expect(onRecovered).not.toHaveBeenCalled()
    blocks[0]?.done()
    expect(onRecovered).toHaveBeenCalledExactlyOnceWith(3_000 - kept / 1_000)
  })

  test('are counted in a later report where the first one finds no room', () => {
    const { blocks, lines, onRecovered } = bufferOf()
    onRecovered.mockImplementation((lost: number) => lines.write(`${lost}\n`))
    // The first line is being written, the others fill the megabyte to its last byte.
    lines.write(line(4_096))
    for (let i = 0; i < 256; i++) lines.write(line(4_096))
    for (let i = 0; i < 5; i++) lines.write(line(1_000))
    for (let block = 0; block < 3; block++) blocks[block]?.done()
    expect(onRecovered.mock.calls).toEqual([[5], [5]])
    expect([...lines.takeBlocks()].join('')).toMatch(/\n5\n$/)
  })

  test('that a full disk rejects are counted, and later ones are written', async () => {
    const { blocks, lines, onRecovered } = bufferOf()
    for (const text of ['a\n', 'b\n', 'c\n']) {
      lines.write(text)
      await settled()
      blocks.at(-1)?.done(text === 'c\n' ? null : new Error('ENOSPC'))
    }
    expect(blocks.map(({ text }) => text)).toEqual(['a\n', 'b\n', 'c\n'])
    expect(onRecovered).toHaveBeenCalledExactlyOnceWith(2)
  })
})
