import type { Readable } from 'node:stream'

// What Node reads from a connection at once. A chunk of this size has more behind it.
const FULL_CHUNK = 64 * 1024

/**
 * Serves other requests between the chunks of a long reply. Node would read up to 32 of them before it
 * does anything else: 2 MB of rows, which take tens of milliseconds to decode.
 */
export function readInParts(stream: Readable): void {
  stream.on('data', (chunk: Buffer) => {
    if (chunk.length < FULL_CHUNK) return
    stream.pause()
    setImmediate(() => stream.resume())
  })
}
