import type { Findings } from './findings.ts'
import type { Get } from './gateway.ts'
import { PLAIN } from './history.ts'
import { type Entries, entriesOf, type Mirror } from './mirror.ts'

/** An answer of the feed. */
interface ChangesPage {
  readonly mode: 'full' | 'delta'
  readonly data: readonly {
    readonly id: string
    readonly type: string
    readonly at: string
    readonly client_id: string
  }[]
  readonly next_cursor: string
  readonly has_more: boolean
}

const PATH = '/api/v1/changes'

/** The copy that a partner holds who reads a portfolio only when the feed of its key says so. */
export class FeedMirror {
  readonly #get: Get
  readonly #findings: Findings
  readonly #key: string
  readonly #clientId: string
  readonly #newMirror: () => Mirror
  #mirror: Mirror
  /** Null: the key cannot read. */
  #entries: Entries | null = null
  #cursor: string | null = null
  /** The instant of a change whose walk gave an earlier `as_of`, because something was being written. */
  #awaited: string | null = null

  constructor(
    get: Get,
    findings: Findings,
    key: string,
    clientId: string,
    newMirror: () => Mirror,
  ) {
    this.#get = get
    this.#findings = findings
    this.#key = key
    this.#clientId = clientId
    this.#newMirror = newMirror
    this.#mirror = newMirror()
  }

  /** The address that a partner asks next. */
  get url(): string {
    return `${PATH}?page_size=1${this.#cursor === null ? '' : `&cursor=${this.#cursor}`}`
  }

  /** Takes the cursor of now, then reads the portfolio, as a partner does who begins. */
  async begin(): Promise<void> {
    this.#cursor = (await this.#ask()).next_cursor
    await this.#read()
  }

  /** Follows the feed to its end. */
  async follow(): Promise<void> {
    if (this.#awaited !== null) await this.#read(this.#awaited)
    for (let pages = 0, hasMore = true; hasMore; pages++) {
      const page = await this.#ask()
      for (const change of page.data) await this.#take(change)
      this.#findings.changes += page.data.length
      this.#cursor = page.next_cursor
      hasMore = page.has_more
      if (pages > 100) throw new Error('The feed has no end.')
    }
  }

  /** Compares what it holds with what is true, when nothing is being written. */
  async compare(truth: Get): Promise<void> {
    const { status, text } = await truth(`${this.#mirror.path}&page_size=100`, this.#key)
    const isReadable = status === 200
    if (isReadable !== (this.#entries !== null))
      this.#findings.add('missed', `${status}, and the mirror says otherwise: ${this.#mirror.path}`)
    if (!isReadable || this.#entries === null) return
    const [held, is] = [this.#entries, entriesOf(text)].map((entries) => [...entries].sort().join())
    if (held !== is) this.#findings.add('missed', `${this.#mirror.path}\n  ${held}\n  ${is}`)
  }

  async #take({ type, at, client_id: clientId }: ChangesPage['data'][number]): Promise<void> {
    if (clientId !== this.#clientId) this.#findings.add('wrong', `a change of ${clientId}`)
    if (type === 'grant.ended') this.#drop()
    else await this.#read(type === 'portfolio.changed' ? at : undefined)
  }

  #drop(): void {
    this.#awaited = null
    this.#mirror = this.#newMirror()
    this.#entries = null
  }

  async #read(at?: string): Promise<void> {
    const outcome = await this.#mirror.walk(PLAIN, false)
    if (outcome.kind !== 'whole') return this.#drop()
    this.#entries = outcome.entries
    const { since } = this.#mirror
    this.#awaited = at !== undefined && (since === null || since < at) ? at : null
  }

  async #ask(): Promise<ChangesPage> {
    const { status, text } = await this.#get(this.url, this.#key)
    if (status !== 200) throw new Error(`${status} ${text}: ${this.url}`)
    return JSON.parse(text)
  }
}
