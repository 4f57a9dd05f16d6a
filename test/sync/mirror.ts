import { createHash } from 'node:crypto'
import { checkPage, type Page } from './check-page.ts'
import type { Findings } from './findings.ts'
import type { Get, Reply } from './gateway.ts'
import type { Style } from './history.ts'

/** Assets by registry id, as text. */
export type Entries = Map<string, string>

/** The outcome of a walk: the list as it shows it, nothing yet, or a refusal. */
export type Outcome =
  | { readonly kind: 'whole'; readonly entries: Entries }
  | { readonly kind: 'cut' }
  | { readonly kind: 'refused'; readonly status: number }

interface Walk {
  readonly url: string
  /** Of a walk of the whole list what replaces the mirror at its end; of a delta the mirror. */
  readonly entries: Entries
  readonly count: number
  readonly grant: Page['grant']
  /** Whether nothing was written while its pages were read. */
  readonly isAlone: boolean
  /** How often the portfolio had been put back. */
  readonly restores: number
}

/** The copy of one listing that a partner holds, kept up to date by passing on the last `as_of`. */
export class Mirror {
  readonly key: string
  readonly path: string
  /** The links to next pages that it was given, the latest last. */
  readonly kept: { readonly url: string; readonly restores: number }[] = []
  readonly #restores: () => number
  /** Whether it takes incomplete deltas for complete ones. */
  readonly #isCareless: boolean
  #entries: Entries = new Map()
  #since: string | null = null
  #interrupted: Walk | null = null
  readonly #get: Get
  readonly #findings: Findings
  /** The last response of each URL, as HTTP clients keep it. */
  readonly #known = new Map<string, Reply>()

  constructor(
    get: Get,
    findings: Findings,
    key: string,
    path: string,
    restores: () => number = () => 0,
    isCareless = false,
  ) {
    this.#isCareless = isCareless
    this.#restores = restores
    this.#get = get
    this.#findings = findings
    this.key = key
    this.path = path
  }

  get since(): string | null {
    return this.#since
  }

  /** Whether a walk that goes on would be one that began earlier. */
  get isInterrupted(): boolean {
    return this.#interrupted !== null
  }

  /** Walks once. `isAlone`: nothing is written meanwhile. */
  async walk(style: Style, isAlone: boolean): Promise<Outcome> {
    const sized = style.pageSize === null ? '' : `&page_size=${style.pageSize}`
    const since = this.#since === null ? '' : `&updated_since=${this.#since}`
    const url = `${this.path}${since}${sized}`
    if (style.way === 'numbers') return this.#walkByNumber(url, style, isAlone)
    return this.#walkByLinks(url, style, isAlone)
  }

  async #walkByLinks(start: string, style: Style, isAlone: boolean): Promise<Outcome> {
    let walk = style.resumes ? this.#interrupted : null
    const isResumed = walk !== null
    const wasAlone = isAlone && walk?.isAlone !== false
    this.#interrupted = null
    for (let pages = 1; ; pages++) {
      const page = await this.#read(walk?.url ?? start, style, isAlone)
      if (page === 400 && walk !== null) return this.#giveUp(walk)
      if (typeof page === 'number') return { kind: 'refused', status: page }
      if (this.#mustReadWhole(page)) return this.walk(style, isAlone)
      if (walk && isAlone && walk.restores !== this.#restores())
        this.#findings.add('wrong', `a link from before a restore is taken: ${walk.url}`)
      const entries = walk?.entries ?? (this.#since === null ? new Map() : this.#entries)
      apply(page, entries)
      const count = (walk?.count ?? 0) + sizeOf(page)
      const { next } = page.links
      if (next === null) {
        if (isAlone && !isResumed) this.#checkCount(start, page, count)
        return this.#end(start, page, entries, wasAlone)
      }
      if (page.sync.as_of !== null) this.#findings.add('wrong', `as_of before the end: ${start}`)
      const restores = this.#restores()
      walk = { url: next, entries, count, grant: page.grant, isAlone: wasAlone, restores }
      if (isAlone) this.kept.push({ url: next, restores })
      if (pages === style.cutAfter) {
        this.#interrupted = walk
        return { kind: 'cut' }
      }
    }
  }

  // The rule of mirrors: after an incomplete delta the whole list is read.
  #mustReadWhole({ sync }: Page): boolean {
    if (sync.complete || this.#isCareless) return false
    this.#since = null
    this.#findings.incomplete += 1
    return true
  }

  /** A link is refused where the terms have changed since the page that gave it, or after a restore, and only there. */
  async #giveUp({ url, grant, restores }: Walk): Promise<Outcome> {
    if (restores !== this.#restores()) return { kind: 'cut' }
    const { text, status } = await this.#get(`${this.path}&page_size=1`, this.key)
    if (status !== 200) return { kind: 'cut' }
    const terms: Page['grant'] = JSON.parse(text).grant
    if (terms.id === grant.id && terms.version === grant.version)
      this.#findings.add('wrong', `a link of the same terms is refused: ${url}`)
    return { kind: 'cut' }
  }

  /** Pages by number can miss what moves between them: only one that is alone gives an `as_of`. */
  async #walkByNumber(url: string, style: Style, isAlone: boolean): Promise<Outcome> {
    this.#interrupted = null
    const entries: Entries = new Map()
    let count = 0
    for (let number = 1; ; number++) {
      const page = await this.#read(`${url}&page=${number}`, style, isAlone)
      if (typeof page === 'number') return { kind: 'refused', status: page }
      if (this.#mustReadWhole(page)) return this.walk(style, isAlone)
      if (number === 1 && this.#since !== null)
        for (const [id, text] of this.#entries) entries.set(id, text)
      apply(page, entries)
      count += sizeOf(page)
      const { has_more: hasMore } = page.pagination
      if (!hasMore && isAlone) this.#checkCount(url, page, count)
      if (!hasMore && number === 1) return this.#end(url, page, entries, isAlone)
      if (page.sync.as_of !== null) this.#findings.add('wrong', `as_of by number: ${url}`)
      if (!hasMore) return { kind: 'whole', entries }
      if (number === style.cutAfter) return { kind: 'cut' }
    }
  }

  // While something is written, a walk may give nothing to continue from. The next one reads the whole list.
  #end(url: string, { sync }: Page, entries: Entries, isAlone: boolean): Outcome {
    if (sync.as_of === null && isAlone && sync.complete)
      this.#findings.add('wrong', `no as_of at the end: ${url}`)
    if (sync.complete) this.#since = sync.as_of
    this.#entries = entries
    return { kind: 'whole', entries }
  }

  #checkCount(url: string, { pagination }: Page, count: number): void {
    if (pagination.total_count !== count)
      this.#findings.add('wrong', `total_count ${pagination.total_count}, not ${count}: ${url}`)
  }

  /** A page, or the status of a refusal. */
  async #read(url: string, style: Style, isAlone: boolean): Promise<Page | number> {
    const known = style.polls ? this.#known.get(url) : undefined
    let reply = await this.#get(url, this.key, known?.headers.etag)
    // Tombstones went past their retention between two statements of the request, or the terms changed while the request
    // waited for a slow machine. Partners send it again.
    if (reply.status === 503 && !isAlone)
      reply = await this.#get(url, this.key, known?.headers.etag)
    if (known && reply.status === 304) reply = known
    if (style.repeats && reply.status === 200) {
      const again = await this.#get(url, this.key, reply.headers.etag)
      const isSame = again.status === 304 && again.text === ''
      if (isAlone && !isSame) this.#findings.add('wrong', `${again.status}, not 304: ${url}`)
      if (again.status === 200) reply = again
    }
    if (reply.status !== 200) {
      const isLink = reply.status === 400 && url.includes('&cursor=')
      if (reply.status !== 403 && !isLink)
        this.#findings.add('wrong', `${reply.status} ${reply.text}: ${url}`)
      return reply.status
    }
    this.#known.set(url, reply)
    const page: Page = JSON.parse(reply.text)
    checkPage(url, page, this.#findings)
    return page
  }
}

/** The list as one page shows it. */
export function entriesOf(text: string): Entries {
  const entries: Entries = new Map()
  apply(JSON.parse(text), entries)
  return entries
}

/** The `digest` that the summary has to give of a list without a filter of its own. */
export function digestOf(entries: Entries): string {
  const hash = createHash('sha256')
  for (const [id, text] of [...entries].sort(([a], [b]) => (a < b ? -1 : 1)))
    hash.update(`${id} ${JSON.parse(text).updated_at}\n`)
  return hash.digest('hex')
}

function apply({ data, sync }: Page, entries: Entries): void {
  for (const asset of data) entries.set(asset.registry_id, JSON.stringify(asset))
  for (const { registry_id: id } of sync.removed) entries.delete(id)
}

function sizeOf({ data, sync }: Page): number {
  return data.length + sync.removed.length
}
