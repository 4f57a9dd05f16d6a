import * as fs from 'node:fs'
import { isatty } from 'node:tty'
import { codeOf } from '../errors.ts'

// Writes of up to this size to a pipe are atomic (PIPE_BUF), so lines of several processes do not mix.
const BLOCK_BYTES = 4096
const MAX_BYTES = 2 ** 20
const DELAY_MS = 100

/** Writes a block, and calls `done` when the block is written or lost. Never throws. */
export type WriteBlock = (block: Buffer, done: (error?: Error | null) => void) => void

/**
 * Writes lines in blocks, at most 100 ms late. Logging never waits and never fails: lines that cannot be written, or
 * do not fit into the buffer, are dropped. `onRecovered` gets their number when a block has been written again.
 */
export class LineBuffer {
  readonly #write: WriteBlock
  readonly #onRecovered: (lost: number) => void
  #lines: string[] = []
  #bytes = 0
  #lost = 0
  #reported = 0
  #isWriting = false
  #timer: NodeJS.Timeout | undefined

  constructor(write: WriteBlock, onRecovered: (lost: number) => void) {
    this.#write = write
    this.#onRecovered = onRecovered
  }

  write(line: string): void {
    const bytes = Buffer.byteLength(line)
    if (this.#bytes + bytes > MAX_BYTES) {
      this.#lost++
      return
    }
    this.#lines.push(line)
    this.#bytes += bytes
    if (this.#bytes >= BLOCK_BYTES) this.#flush()
    else this.#flushLater()
  }

  get lost(): number {
    return this.#reported + this.#lost
  }

  /** Takes the lines that have not been written, in blocks, for the end of the process. */
  *takeBlocks(): Generator<Buffer> {
    while (this.#lines.length > 0) yield this.#takeBlock().block
  }

  #flushLater(): void {
    this.#timer ??= setTimeout(() => this.#flush(), DELAY_MS).unref()
  }

  #flush(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    if (this.#isWriting || this.#lines.length === 0) return
    const { block, lines } = this.#takeBlock()
    this.#isWriting = true
    this.#write(block, (error) => {
      this.#isWriting = false
      if (error) this.#lost += lines
      else this.#reportLost()
      if (!error && this.#bytes >= BLOCK_BYTES) this.#flush()
      else if (this.#lines.length > 0) this.#flushLater()
    })
  }

  // As many lines as fit into a block. A longer line is a separate block.
  #takeBlock(): { block: Buffer; lines: number } {
    let bytes = 0
    let lines = 0
    for (const line of this.#lines) {
      bytes += Buffer.byteLength(line)
      if (lines > 0 && bytes > BLOCK_BYTES) break
      lines++
    }
    const block = Buffer.from(this.#lines.splice(0, lines).join(''))
    this.#bytes -= block.length
    return { block, lines }
  }

  #reportLost(): void {
    const lost = this.#lost
    if (lost === 0) return
    this.#lost = 0
    this.#onRecovered(lost)
    // The buffer may be full for the report too. The next report then has the number.
    if (this.#lost > 0) this.#lost = lost
    else this.#reported += lost
  }
}

const STDOUT = 1
const EXIT_LIMIT_MS = 500
const RETRY_MS = 10

/** The standard output. The remaining lines are written when the process exits. */
export function openOutput(onRecovered: (lost: number) => void): LineBuffer {
  const lines = new LineBuffer(isFile() ? createFileWriter() : writeToStream, onRecovered)
  process.once('exit', () => writeRest(lines))
  return lines
}

// A direct write to a pipe that nobody reads could block for ever, so pipes and sockets get none.
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
      if (codeOf(error) !== 'EAGAIN' || performance.now() > deadline) return false
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, RETRY_MS)
    }
  }
}
