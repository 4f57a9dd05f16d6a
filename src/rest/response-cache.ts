import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { LRUCache } from 'lru-cache'

/**
 * A body as it is sent: its bytes, its ETag, its `Link` header, and the number of assets in it.
 */
export interface CachedResponse {
  readonly bytes: Buffer
  readonly tag: string
  readonly link: string | null
  readonly assets: number
}

interface Entry {
  readonly response: CachedResponse
  /** Whether the bytes are stored deflated. */
  readonly deflated: boolean
  /** From this instant on the clock alone may have changed the body. */
  readonly cacheableUntil: number
}

// A body repeats the names of its members: deflating takes a tenth of a millisecond and leaves a tenth
// of the bytes. A short one is stored as it is.
const MIN_DEFLATE_BYTES = 1_024

// An estimate of what an entry takes beside its key and its bytes.
const OVERHEAD = 300

/**
 * Bodies by everything that decides them. Keys hold the versions of the portfolio and of the grant,
 * so a change is never served stale: no request has the outdated key, and the entry is evicted in time.
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

  /** The response of this key; null where there is none that is current. */
  find(key: string, now: Date): CachedResponse | null {
    const entry = this.#entries?.get(key)
    if (!entry) return null
    if (entry.cacheableUntil <= now.getTime()) {
      this.#entries?.delete(key)
      return null
    }
    const { response, deflated } = entry
    return deflated ? { ...response, bytes: inflateRawSync(response.bytes) } : response
  }

  /** Stores a response until it is evicted, or until the clock may have changed it. */
  store(key: string, response: CachedResponse, cacheableUntil: Date | null): void {
    if (!this.#entries) return
    const deflated = response.bytes.length > MIN_DEFLATE_BYTES
    const bytes = copyOf(deflated ? deflateRawSync(response.bytes, { level: 1 }) : response.bytes)
    this.#entries.set(key, {
      response: { ...response, bytes },
      deflated,
      cacheableUntil: cacheableUntil?.getTime() ?? Number.POSITIVE_INFINITY,
    })
  }

  /** The size of what is stored, in bytes. */
  get bytes(): number {
    return this.#entries?.calculatedSize ?? 0
  }
}

// What made the bytes may have given a view of a larger buffer, which would stay in memory with them.
function copyOf(bytes: Buffer): Buffer {
  const copy = Buffer.allocUnsafeSlow(bytes.length)
  bytes.copy(copy)
  return copy
}
