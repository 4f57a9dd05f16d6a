import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { sendByProxy } from '../proxy.ts'

/** A request of the mirror program for a page of the sandbox client's assets. */
export interface Seen {
  /** How many pages of assets were answered so far in this run. */
  readonly pagesBefore: number
}

/**
 * The fault of a request. `cut`: the body ends early. `reset`: no answer. `late`: the answer waits. `incomplete`: a
 * delta is answered as an incomplete one, without removals. `kill`: the program is killed.
 */
export type Fault = 'cut' | 'reset' | 'late' | 'incomplete' | 'kill' | Answer

/** An answer in the place of the gateway's. */
export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** A request and its answer, as the proxy has seen them. Instants are in milliseconds. */
export interface Exchange {
  readonly path: string
  readonly query: URLSearchParams
  readonly at: number
  status: number
  answeredAt: number
  retryAfter: number
  /** `sync.as_of` of a page. */
  asOf: string | null
}

/** The behaviour of the proxy during one run of the program. */
export interface Plan {
  readonly pageSize: number
  readonly faultOf: (seen: Seen) => Promise<Fault | undefined>
  readonly kill: () => void
}

export const ASSETS = '/api/v1/assets'
const LATE_MS = 2_000
const NO_PLAN: Plan = { pageSize: 2, faultOf: async () => undefined, kill: () => {} }

/**
 * Stands between the mirror program and the gateway, and remembers requests. It keeps the pages of the sandbox client small and
 * injects faults there: other clients of the key have more pages than a key may read, and nothing happens to them.
 */
export class GatewayProxy {
  readonly #gateway: string
  readonly #client: string
  readonly #server: Server
  /** The requests of the run so far. */
  exchanges: Exchange[] = []
  plan: Plan = NO_PLAN

  constructor(gateway: string, client: string) {
    this.#gateway = gateway
    this.#client = client
    this.#server = createServer((request, response) => {
      this.#serve(request, response).catch(() => response.destroy())
    })
  }

  /** Begins to listen. Gives the address for the program. */
  async listen(): Promise<string> {
    this.#server.listen(0, '127.0.0.1')
    await once(this.#server, 'listening')
    const address = this.#server.address()
    return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
  }

  close(): void {
    this.#server.closeAllConnections()
    this.#server.close()
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname: path, searchParams: query } = new URL(request.url ?? '/', 'http://proxy')
    const answered = this.exchanges.filter(({ status }) => status === 200)
    const pagesBefore = answered.filter((exchange) => this.#isPage(exchange)).length
    const exchange: Exchange = { path, query, at: performance.now(), ...UNANSWERED }
    this.exchanges.push(exchange)
    const fault = this.#isPage(exchange) ? await this.plan.faultOf({ pagesBefore }) : undefined
    if (fault === 'kill') this.plan.kill()
    if (fault === 'kill' || fault === 'reset') return void request.destroy()
    if (fault === 'late') await new Promise((resolve) => setTimeout(resolve, LATE_MS))
    const answer = typeof fault === 'object' ? fault : await this.#ask(request, exchange)
    const { status, headers } = answer
    const body = fault === 'incomplete' ? withoutRemovals(answer.body) : answer.body
    if (fault === 'cut') return cut(response, answer)
    exchange.status = status
    exchange.retryAfter = Number(headers['Retry-After'] ?? headers['retry-after'] ?? 0)
    exchange.asOf = asOfOf(body)
    exchange.answeredAt = performance.now()
    response.writeHead(status, headers).end(body)
  }

  #isPage({ path, query }: Exchange): boolean {
    return path === ASSETS && query.get('client_id') === this.#client
  }

  async #ask(request: IncomingMessage, exchange: Exchange): Promise<Answer> {
    const { path, query } = exchange
    const asked = new URLSearchParams(query)
    if (this.#isPage(exchange)) asked.set('page_size', String(this.plan.pageSize))
    const target = asked.size === 0 ? path : `${path}?${asked}`
    const { method = 'GET', headers } = request
    const forwarded = new Request(this.#gateway + target, {
      method,
      redirect: 'manual',
      headers: kept(Object.entries(headers).map(([name, value]) => [name, String(value)])),
      ...(method === 'POST' && { body: await text(request) }),
    })
    const reply = await sendByProxy(forwarded)
    return { status: reply.status, headers: kept(reply.headers), body: await reply.text() }
  }
}

const UNANSWERED = { status: 0, answeredAt: 0, retryAfter: 0, asOf: null }

// Each connection has its own. A body is sent as it was decoded, and has another length.
const OF_A_CONNECTION = ['host', 'connection', 'transfer-encoding', 'content-length']
const OF_AN_ENCODING = ['content-encoding', 'accept-encoding']
const LEFT_OUT = new Set([...OF_A_CONNECTION, ...OF_AN_ENCODING])

function kept(headers: Iterable<[string, string]>): Record<string, string> {
  return Object.fromEntries([...headers].filter(([name]) => !LEFT_OUT.has(name)))
}

function cut(response: ServerResponse, { status, headers, body }: Answer): void {
  response.writeHead(status, { ...headers, 'Content-Length': String(Buffer.byteLength(body)) })
  response.write(body.slice(0, body.length / 2), () => response.destroy())
}

function withoutRemovals(body: string): string {
  const page = JSON.parse(body)
  if (page.sync?.mode !== 'delta') return body
  const sync = { ...page.sync, complete: false, as_of: null, removed: [] }
  return JSON.stringify({ ...page, sync })
}

function asOfOf(body: string): string | null {
  return /"as_of":"([^"]+)"/.exec(/"sync":\{[^{[]*/.exec(body)?.[0] ?? '')?.[1] ?? null
}
