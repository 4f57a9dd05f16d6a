import type { Get } from './gateway.ts'
import type { Mirror } from './mirror.ts'

/** All that a grant gets to see, as it was sent. */
export interface Snapshot {
  /** The content of the answers, without the instants of changes; null where the grant is refused. */
  readonly content: string | null
  readonly responses: ReadonlyMap<string, string>
}

// Headers that tell requests apart, not what they read.
const OF_REQUEST = /^(date|x-request-id|x-ratelimit-.*|ratelimit.*)$/
const BEFORE_ALL = '2020-01-01'

/** Reads all that a grant shows of a client's portfolio, in many ways. */
export class Watch {
  readonly #get: Get
  readonly #mirror: Mirror
  readonly #client: string
  /** The address of what is new in the feed of the key. */
  readonly #feed: string
  #responses = new Map<string, string>()

  constructor(get: Get, mirror: Mirror, clientId: string, feed: string) {
    this.#get = get
    this.#feed = feed
    this.#mirror = mirror
    this.#client = `client_id=${clientId}`
  }

  async read(): Promise<Snapshot> {
    this.#responses = new Map()
    const content = await this.#readContent()
    if (content !== null) await this.#readLists()
    return { content, responses: this.#responses }
  }

  async #readContent(): Promise<string | null> {
    const list = `/api/v1/assets?${this.#client}&page_size=100`
    const whole = await this.#request(list)
    if (whole === null) return null
    const content = [whole.grant, whole.data]
    const parts = partsOf(whole.grant.scopes)
    if (parts.length > 0)
      content.push((await this.#request(`${list}&include=${parts.join(',')}`)).data)
    for (const { registry_id: id } of whole.data.slice(0, 1)) {
      content.push((await this.#request(`/api/v1/assets/${id}?${this.#client}`)).data)
      for (const part of parts) await this.#request(`/api/v1/assets/${id}/${part}?${this.#client}`)
    }
    return JSON.stringify(content, withoutInstants)
  }

  async #readLists(): Promise<void> {
    const list = `/api/v1/assets?${this.#client}`
    for (const query of ['&page_size=1', '&page_size=2&page=2']) await this.#request(list + query)
    // The range is refused without the valuation scope, which is an answer too.
    for (const since of new Set([this.#mirror.since ?? BEFORE_ALL, BEFORE_ALL]))
      for (const query of ['', '&page_size=2&page=2&category=coins', '&min_value=10'])
        await this.#request(`${list}&updated_since=${since}${query}`)
    await this.#request(`/api/v1/portfolio/summary?${this.#client}`)
    await this.#request('/api/v1/me')
    await this.#request(this.#feed)
  }

  async #request(url: string) {
    const { status, headers, text } = await this.#get(url, this.#mirror.key)
    const lasting = Object.entries(headers).filter(([name]) => !OF_REQUEST.test(name))
    // The body of an error has the id of its request.
    const body = status === 200 ? text : ''
    this.#responses.set(url, [status, body, JSON.stringify(lasting)].join('\n'))
    return status === 200 ? JSON.parse(text) : null
  }
}

/** The responses that differ, each as it was and as it is. */
export function differences(before: Snapshot, after: Snapshot): string[] {
  const urls = new Set([...before.responses.keys(), ...after.responses.keys()])
  return [...urls]
    .map((url) => ({ url, was: before.responses.get(url), is: after.responses.get(url) }))
    .filter(({ was, is }) => was !== is)
    .map(
      ({ url, was = '', is = '' }) =>
        `${url}\n  ${firstDifference(was, is)}\n  ${firstDifference(is, was)}`,
    )
}

function partsOf(scopes: readonly string[]): string[] {
  const named = { valuation: 'valuations', documentation: 'documents' }
  return Object.entries(named).flatMap(([scope, part]) => (scopes.includes(scope) ? [part] : []))
}

function withoutInstants(name: string, value: unknown): unknown {
  return name === 'updated_at' ? undefined : value
}

// A response is too long to be read whole.
function firstDifference(text: string, other: string): string {
  const characters = [...text]
  const at = Math.max(
    0,
    characters.findIndex((character, i) => character !== other[i]),
  )
  return `…${text.slice(Math.max(0, at - 150), at + 150)}…`
}
