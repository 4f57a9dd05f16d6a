/**
 * A body as it is sent: its bytes, the tag by which a client asks for it again, its `Link` header;
 * and how many assets it has.
 */
export interface Page {
  readonly bytes: Buffer
  readonly tag: string
  readonly link: string | null
  readonly assets: number
}

interface Entry {
  readonly page: Page
  readonly size: number
  /** From this instant on the clock alone may have changed the body. */
  readonly holdsUntil: number
}

// What an entry costs beside its key and its bytes, roughly.
const OVERHEAD = 300

/**
 * Bodies by everything that decides them. Keys hold the versions of the portfolio and of the grant,
 * so a change is never served stale: what it outdates is no longer asked for, and falls out in time.
 * Holds at most `maxBytes`, the least recently used going first; a body that would push out a
 * sixteenth of it is not held.
 */
export class PageCache {
  readonly #entries = new Map<string, Entry>()
  readonly #maxBytes: number
  #bytes = 0

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
  }

  /** The page of this key; null where there is none that still holds. */
  find(key: string, now: Date): Page | null {
    const entry = this.#entries.get(key)
    if (!entry) return null
    this.#remove(key, entry)
    if (entry.holdsUntil <= now.getTime()) return null
    this.#insert(key, entry)
    return entry.page
  }

  /** Keeps a page until it falls out, or until the clock may have changed it. */
  keep(key: string, page: Page, holdsUntil: Date | null): void {
    const size = page.bytes.length + 2 * key.length + OVERHEAD
    if (size > this.#maxBytes / 16) return
    const known = this.#entries.get(key)
    if (known) this.#remove(key, known)
    this.#insert(key, { page, size, holdsUntil: holdsUntil?.getTime() ?? Number.POSITIVE_INFINITY })
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
