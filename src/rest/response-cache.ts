import { deflateRawSync, inflateRawSync } from 'node:zlib'

/**
 * A body as it is sent: its bytes, the tag by which a client asks for it again, its `Link` header;
 * and how many assets it has.
 */
export interface CachedResponse {
  readonly bytes: Buffer
  readonly tag: string
  readonly link: string | null
  readonly assets: number
}

interface Entry {
  readonly page: CachedResponse
  /** Whether the page's bytes are kept deflated. */
  readonly deflated: boolean
  readonly size: number
  /** From this instant on the clock alone may have changed the body. */
  readonly cacheableUntil: number
}

// A body says the names of its members over and over: it shrinks to a tenth in a tenth of a
// millisecond, and so ten times as many are kept. A short one is kept as it is.
const MIN_DEFLATE_BYTES = 1_024

// What an entry costs beside its key and its bytes, roughly.
const OVERHEAD = 300

/**
 * Bodies by everything that decides them. Keys hold the versions of the portfolio and of the grant,
 * so a change is never served stale: what it outdates is no longer asked for, and falls out in time.
 * Holds at most `maxBytes`, the least recently used going first; a body that would push out a
 * sixteenth of it is not held.
 */
export class ResponseCache {
  readonly #entries = new Map<string, Entry>()
  readonly #maxBytes: number
  #bytes = 0

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
  }

  /** The page of this key; null where there is none that still holds. */
  find(key: string, now: Date): CachedResponse | null {
    const entry = this.#entries.get(key)
    if (!entry) return null
    this.#remove(key, entry)
    if (entry.cacheableUntil <= now.getTime()) return null
    this.#insert(key, entry)
    const { page, deflated } = entry
    return deflated ? { ...page, bytes: inflateRawSync(page.bytes) } : page
  }

  /** Keeps a page until it falls out, or until the clock may have changed it. */
  store(key: string, page: CachedResponse, cacheableUntil: Date | null): void {
    if (this.#maxBytes === 0) return
    const deflated = page.bytes.length > MIN_DEFLATE_BYTES
    const bytes = copyOf(deflated ? deflateRawSync(page.bytes, { level: 1 }) : page.bytes)
    const size = bytes.length + 2 * key.length + OVERHEAD
    if (size > this.#maxBytes / 16) return
    const known = this.#entries.get(key)
    if (known) this.#remove(key, known)
    const until = cacheableUntil?.getTime() ?? Number.POSITIVE_INFINITY
    this.#insert(key, { page: { ...page, bytes }, deflated, size, cacheableUntil: until })
    for (const [oldest, entry] of this.#entries) {
      if (this.#bytes <= this.#maxBytes) return
      this.#remove(oldest, entry)
    }
  }

  /** What is held, in bytes. */
  get bytes(): number {
    return this.#bytes
  }

  #insert(key: string, entry: Entry): void {
    this.#entries.set(key, entry)
    this.#bytes += entry.size
  }

  #remove(key: string, entry: Entry): void {
    this.#entries.delete(key)
    this.#bytes -= entry.size
  }
}

// Bytes alone: what made them gave a part of something larger, which would be kept with them.
function copyOf(bytes: Buffer): Buffer {
  const copy = Buffer.allocUnsafeSlow(bytes.length)
  bytes.copy(copy)
  return copy
}
