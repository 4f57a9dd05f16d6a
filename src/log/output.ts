import * as fs from 'node:fs'
import { isatty } from 'node:tty'
import { LineBuffer, type WriteBlock } from './line-buffer.ts'

const STDOUT = 1
const EXIT_LIMIT_MS = 500
const RETRY_MS = 10

/** The standard output for lines of the log. The remaining lines are written when the process exits. */
export function openOutput(onRecovered: (lost: number) => void): LineBuffer {
  const lines = new LineBuffer(isFile() ? createFileWriter() : writeToStream, onRecovered)
  process.once('exit', () => writeRest(lines))
  return lines
}

// A direct write to a file always ends. A direct write to a pipe that nobody reads could block for ever, so
// pipes and sockets are written through the event loop.
function isFile(): boolean {
  const stats = fs.fstatSync(STDOUT)
  return !stats.isFIFO() && !stats.isSocket() && !isatty(STDOUT)
}

const writeToStream: WriteBlock = (block, done) => {
  if (process.stdout.listenerCount('error') === 0) process.stdout.on('error', () => {})
  process.stdout.write(block, done)
}

function createFileWriter(): WriteBlock {
  // Whether the last line in the file is incomplete, because the disk was full.
  let isCut = false
  const write = (block: Buffer, done: (error?: Error | null) => void) => {
    fs.write(STDOUT, block, (error, written) => {
      if (error) return done(error)
      isCut = written < block.length
      if (isCut) write(block.subarray(written), done)
      else done()
    })
  }
  return (block, done) => write(isCut ? Buffer.concat([Buffer.from('\n'), block]) : block, done)
}

// Retries for a short time, so that the reader of a full pipe can read.
function writeRest(lines: LineBuffer): void {
  const deadline = performance.now() + EXIT_LIMIT_MS
  for (const block of lines.takeBlocks()) if (!writeBefore(deadline, block)) return
}

function writeBefore(deadline: number, block: Buffer): boolean {
  for (;;) {
    try {
      fs.writeSync(STDOUT, block)
      return true
    } catch (error) {
      const isFull = error instanceof Error && 'code' in error && error.code === 'EAGAIN'
      if (!isFull || performance.now() > deadline) return false
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, RETRY_MS)
    }
  }
}
