import type { Readable } from 'node:stream'

// Node reads at most this many bytes at once. After a chunk of this size, more data probably waits.
const FULL_CHUNK = 64 * 1024

/**
 * Lets the process serve other requests between the chunks of a long reply. Otherwise Node would read up to
 * 32 chunks before any other work: 2 MB of rows, which take tens of milliseconds to decode.
 */
export function readInParts(stream: Readable): void {
  stream.on('data', (chunk: Buffer) => {
    if (chunk.length < FULL_CHUNK) return
    stream.pause()
    setImmediate(() => stream.resume())
  })
}
