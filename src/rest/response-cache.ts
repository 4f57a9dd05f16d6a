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
  /** From this instant on the clock alone may have changed the body. */
  readonly cacheableUntil: number
}

// An estimate of what an entry takes beside its key and its bytes.
const OVERHEAD = 300

/**
 * Bodies by everything that decides them. Keys hold the portfolio's newest change, the terms of the
 * grant and the epoch of the database, so a change is never served stale: no request has the outdated
 * key, and the entry is evicted in time.
 * Holds at most `maxBytes` and evicts the least recently used; a body that would take more than a
 * sixteenth of it is not stored. 0 stores nothing.
 */
export class ResponseCache {
  readonly #entries: LRUCache<string, Entry> | null

  constructor(maxBytes: number) {
    this.#entries =
      maxBytes === 0
        ? null
        : new LRUCache({
            maxSize: maxBytes,
            maxEntrySize: Math.ceil(maxBytes / 16),
            sizeCalculation: ({ response }, key) =>
              response.bytes.length + 2 * key.length + OVERHEAD,
          })
  }

  /**
   * The response of this key in an encoding, or uncompressed if it is too short to be compressed; null
   * where there is none that is current. It is decompressed only for `identity`.
   */
  find(key: string, encoding: Encoding, now: Date): CachedResponse | null {
    const found =
      (encoding === 'br' ? this.#find(brotliKey(key), now) : null) ?? this.#find(key, now)
    if (!found || found.encoding === encoding || found.encoding === 'identity') return found
    if (encoding === 'br') return null
    return { ...found, bytes: decodeGzip(found.bytes), encoding }
  }

  /** Stores a response in its encoding until it is evicted, or until the clock may have changed it. */
  store(key: string, response: CachedResponse, cacheableUntil: Date | null): void {
    const isBrotli = response.encoding === 'br'
    this.#entries?.set(isBrotli ? brotliKey(key) : key, {
      response: { ...response, bytes: copyOf(response.bytes) },
      cacheableUntil: cacheableUntil?.getTime() ?? Number.POSITIVE_INFINITY,
    })
  }

  /** Whether anything is ever stored. */
  get isOn(): boolean {
    return this.#entries !== null
  }

  /** The size of what is stored, in bytes. */
  get bytes(): number {
    return this.#entries?.calculatedSize ?? 0
  }

  #find(key: string, now: Date): CachedResponse | null {
    const entry = this.#entries?.get(key)
    if (!entry) return null
    if (entry.cacheableUntil > now.getTime()) return entry.response
    this.#entries?.delete(key)
    return null
  }
}

function brotliKey(key: string): string {
  return `br ${key}`
}

// What made the bytes may have given a view of a larger buffer, which would stay in memory with them.
function copyOf(bytes: Buffer): Buffer {
  const copy = Buffer.allocUnsafeSlow(bytes.length)
  bytes.copy(copy)
  return copy
}
