import { LRUCache } from 'lru-cache'
import { decodeGzip, type Encoded, type Encoding } from '../http/encoding.ts'

/**
 * A body as it is sent: its bytes in their encoding, its ETag, its `Link` header, and the number of
 * assets in it.
 */
export interface CachedResponse extends Encoded {
  readonly tag: string
  readonly link: string | null
  readonly assets: number
}

interface Entry {
  readonly response: CachedResponse
  /** From this instant on, the body can change without a change of the data. */
  readonly cacheableUntil: number
}

// The share of the bytes for uncompressed bodies, which are ten times as long.
const PLAIN_SHARE = 1 / 4
// A longer body is not decompressed: that would delay other requests each time, because it is too long to be stored
// uncompressed.
const MAX_DECODED = 1024 * 1024
// An estimate of the memory of an entry, without its key and its bytes.
const OVERHEAD = 300

/**
 * Caches bodies by everything that decides them. A key contains the portfolio's newest change, the terms of the grant
 * and the epoch of the database. So no outdated body is served: after a change, requests have another key, and the old
 * entry is evicted later. Holds at most `maxBytes`, a quarter of them for uncompressed bodies, and evicts the least
 * recently used. A body larger than a sixteenth of its share is not stored. With 0 the cache stores nothing.
 */
export class ResponseCache {
  readonly #entries: LRUCache<string, Entry> | null
  // Decompressed bodies of `#entries`, for clients that accept no encoding.
  readonly #plain: LRUCache<string, Entry> | null
  #hits = 0
  #misses = 0

  constructor(maxBytes: number) {
    const plainBytes = Math.floor(maxBytes * PLAIN_SHARE)
    this.#entries = createEntries(maxBytes - plainBytes)
    this.#plain = createEntries(plainBytes)
  }

  /**
   * The response of this key in an encoding, or uncompressed if it is too short to be compressed; null if there is no
   * current one.
   */
  find(key: string, encoding: Encoding, now: Date): CachedResponse | null {
    const found = this.#find(key, encoding, now)
    if (found) this.#hits++
    else this.#misses++
    return found
  }

  /** Stores a response in its encoding until it is evicted, or until the clock may have changed it. */
  store(key: string, response: CachedResponse, cacheableUntil: Date | null): void {
    const isBrotli = response.encoding === 'br'
    this.#plain?.delete(key)
    this.#entries?.set(isBrotli ? brotliKey(key) : key, {
      response: { ...response, bytes: copyOf(response.bytes) },
      cacheableUntil: cacheableUntil?.getTime() ?? Number.POSITIVE_INFINITY,
    })
  }

  /**
   * Whether a body in this encoding is worth storing. A long uncompressed body is not: it could not be decompressed for
   * the next client that accepts no encoding.
   */
  keeps({ bytes, encoding }: Encoded): boolean {
    return encoding !== 'identity' || bytes.length <= MAX_DECODED
  }

  /** Whether anything is ever stored. */
  get isOn(): boolean {
    return this.#entries !== null
  }

  /** The size of all entries, in bytes. */
  get bytes(): number {
    return (this.#entries?.calculatedSize ?? 0) + (this.#plain?.calculatedSize ?? 0)
  }

  get entries(): number {
    return (this.#entries?.size ?? 0) + (this.#plain?.size ?? 0)
  }

  /** How often a response was found in the cache since the start. */
  get hits(): number {
    return this.#hits
  }

  get misses(): number {
    return this.#misses
  }

  #find(key: string, encoding: Encoding, now: Date): CachedResponse | null {
    if (encoding === 'identity') return this.#findPlain(key, now)
    const brotli = encoding === 'br' ? currentOf(this.#entries, brotliKey(key), now) : null
    const found = brotli ?? currentOf(this.#entries, key, now)
    return found?.response.encoding === 'gzip' && encoding === 'br'
      ? null
      : (found?.response ?? null)
  }

  #findPlain(key: string, now: Date): CachedResponse | null {
    const known = currentOf(this.#plain, key, now) ?? currentOf(this.#entries, key, now)
    if (known?.response.encoding !== 'gzip') return known?.response ?? null
    const { response, cacheableUntil } = known
    if (lengthOfGzip(response.bytes) > MAX_DECODED) return null
    const plain: CachedResponse = {
      ...response,
      bytes: copyOf(decodeGzip(response.bytes)),
      encoding: 'identity',
    }
    this.#plain?.set(key, { response: plain, cacheableUntil })
    return plain
  }
}

function createEntries(maxBytes: number): LRUCache<string, Entry> | null {
  if (maxBytes === 0) return null
  return new LRUCache({
    maxSize: maxBytes,
    maxEntrySize: Math.ceil(maxBytes / 16),
    sizeCalculation: ({ response }, key) => response.bytes.length + 2 * key.length + OVERHEAD,
  })
}

function currentOf(entries: LRUCache<string, Entry> | null, key: string, now: Date): Entry | null {
  const entry = entries?.get(key)
  if (!entry) return null
  if (entry.cacheableUntil > now.getTime()) return entry
  entries?.delete(key)
  return null
}

// The last four bytes of gzip data are the uncompressed length.
function lengthOfGzip(bytes: Buffer): number {
  return bytes.readUInt32LE(bytes.length - 4)
}

function brotliKey(key: string): string {
  return `br ${key}`
}

// The bytes may be a view of a larger buffer, which would then stay in memory.
function copyOf(bytes: Buffer<ArrayBuffer>): Buffer<ArrayBuffer> {
  if (bytes.buffer.byteLength === bytes.length) return bytes
  const copy = Buffer.allocUnsafeSlow(bytes.length)
  bytes.copy(copy)
  return copy
}
