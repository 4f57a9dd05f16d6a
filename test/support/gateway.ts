import type { Server } from 'node:http'
import { Writable } from 'node:stream'
import { pino } from 'pino'
import { afterAll, beforeAll } from 'vitest'
import { PAGE_SESSION } from '../../src/access/session-checks.ts'
import { createApp, type Dependencies } from '../../src/app.ts'
import type { Database } from '../../src/database/client.ts'
import { createDeriveSecret } from '../../src/database/server-secret.ts'
import { createFieldLimits } from '../../src/graphql/field-limits.ts'
import { createGatewayServer, type ServerOptions } from '../../src/http/server.ts'
import type { OpenQuota } from '../../src/load/open-quota.ts'
import { createMemoryQuota, type Quota } from '../../src/load/quota.ts'
import type { UsageRecorder } from '../../src/modules/usage/usage.recorder.ts'
import { type TestDatabase, testDatabase } from './database.ts'
import { GATEWAYS, openCounting, UsageOfAll } from './gateway-pair.ts'
import { listen, stop } from './listen.ts'

/** The version that tests send unless they say otherwise. */
export const VERSION = '2024-01-01'

/** For tests alone: what the gateways of tests sign with is known to them. */
export const SECRET = 'for tests alone, and for nothing else'
export const deriveSecret = createDeriveSecret(SECRET)

// A slow machine refuses none of the requests of a test that is about something else.
const PATIENCE_MS = 60_000
const USUAL = {
  trustProxy: false,
  cacheMb: 64,
  requestTimeoutMs: PATIENCE_MS,
  publicUrl: undefined,
}

/** The beginning of the cookie of a session. */
export const SESSION_COOKIE = 'orangery.session_token='

export interface Call {
  /** A bearer, or the cookie of a session. */
  readonly key?: string
  readonly method?: string
  readonly headers?: Record<string, string>
  readonly body?: BodyInit
}

/** A reply, read whole. */
export interface Reply {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  /** The body as JSON; an empty object where it is none. */
  readonly json: Json
}

/** JSON of any shape: what a test reads of it, it asserts. */
type Json = ReturnType<typeof JSON.parse>

/** The real app on a port of its own, over a database of its own. */
export interface TestGateway {
  /** Its database over the owner's role, with which a test writes what it needs. */
  readonly database: Database
  /** Its database as the app uses it: over the runtime role. */
  readonly serving: Database
  readonly log: string[]
  /** Writes what it has recorded only when it is flushed. */
  readonly usage: UsageRecorder
  /** A request as a partner makes it: version header and bearer are added unless they are given. */
  request(path: string, call?: Call): Promise<Reply>
  /** A GraphQL request. */
  graphql(
    query: string,
    call?: Call & { readonly variables?: Record<string, unknown> },
  ): Promise<Reply>
  /** The address of the gateway; of one after the other where there are two. */
  readonly url: () => string
}

type Replaced = Partial<Omit<Dependencies, 'database' | 'config'>> & {
  database?: Database | TestDatabase
  /** Differs in this from that of most tests: no proxy, a cache of responses, no public URL. */
  config?: Partial<Dependencies['config']>
}

/**
 * Starts the app before the file's tests, and stops it after them. `deps` replaces parts of it,
 * `limits` some of the server's.
 */
export function testGateway(
  { database: given, config, ...deps }: Replaced = {},
  limits?: ServerOptions['limits'],
): TestGateway {
  const database = given ?? testDatabase()
  const serving = servingSide(database)
  const log: string[] = []
  const logger = pino({ level: 'debug' }, intoLines(log))
  const usage = deps.usage ?? new UsageOfAll({ pool: serving.pool, log: logger })
  const recorders = usage instanceof UsageOfAll ? usage.all : [usage]
  const servers: Server[] = []
  const urls: string[] = []
  let counting: readonly OpenQuota[] = []
  beforeAll(async () => {
    counting = await openCounting(logger)
    // Fields are counted apart from requests, so that no test reaches the one limit by way of the other.
    const fields = await openCounting(logger)
    counting = [...counting, ...fields]
    for (let i = 0; i < GATEWAYS; i++) {
      const app = createApp({
        database: serving,
        quota: quotaOf(counting[i]),
        fieldLimits: createFieldLimits(quotaOf(fields[i])),
        deriveSecret,
        config: { ...USUAL, ...config },
        log: logger,
        slotLimits: { patienceMs: PATIENCE_MS },
        ...deps,
        usage: recorders[i] ?? usage,
      })
      const onUnparsed = deps.metrics?.countUnparsed
      const options = { log: logger, headers: {}, onUnparsed, ...(limits && { limits }) }
      const server = createGatewayServer(app, options)
      servers.push(server)
      urls.push((await listen(server)).url)
    }
  })
  afterAll(() => {
    for (const { close } of counting) close()
    for (const server of servers) stop(server)
  })
  let turn = 0
  const url = () => urls[turn++ % GATEWAYS] ?? ''
  const request = (path: string, call: Call = {}) => send(url() + path, call)
  return {
    database,
    serving,
    log,
    usage,
    url,
    request,
    graphql: (query, { variables, ...call } = {}) =>
      request('/graphql', {
        method: 'POST',
        body: JSON.stringify({ query, variables }),
        ...call,
        headers: { 'Content-Type': 'application/json', ...call.headers },
      }),
  }
}

/** A gateway whose limits of requests in a minute nobody reaches. */
export function gatewayWithoutLimits(deps: Replaced = {}): TestGateway {
  const quota = createMemoryQuota()
  const spend: Quota['spend'] = (subject) => quota.spend(subject, 1e6)
  return testGateway({ ...deps, quota: { ...quota, spend } })
}

function quotaOf(counting: OpenQuota | undefined): Quota {
  if (!counting) throw new Error('The gateway has nothing to count in.')
  return counting.quota
}

/** The headers of a request with a key. */
export function headersOf(key: string): Record<string, string> {
  return { Authorization: `Bearer ${key}`, 'X-Service-Version': VERSION }
}

/** The header of a credential. A session of `sessionOf` is named, as a page names the session that it was loaded in. */
export function credentialHeader(key: string): Record<string, string> {
  if (!key.startsWith(SESSION_COOKIE)) return { Authorization: `Bearer ${key}` }
  const [named] = /session_[0-9A-Z]{26}/.exec(key.slice(SESSION_COOKIE.length)) ?? []
  return { Cookie: key, ...(named && { [PAGE_SESSION]: named }) }
}

// A database without a side of its own for serving is one that a test has made unreachable.
function servingSide(database: Database | TestDatabase): Database {
  return 'serving' in database ? database.serving : database
}

async function send(url: string, { key, method = 'GET', headers, body }: Call): Promise<Reply> {
  const response = await fetch(url, {
    method,
    redirect: 'manual',
    headers: { 'X-Service-Version': VERSION, ...(key && credentialHeader(key)), ...headers },
    ...(body !== undefined && { body }),
  })
  const text = await response.text()
  const isJson = /json/.test(response.headers.get('Content-Type') ?? '') && text !== ''
  const { status, headers: received } = response
  return { status, headers: received, text, json: isJson ? JSON.parse(text) : {} }
}

function intoLines(log: string[]): Writable {
  return new Writable({
    write(chunk, _encoding, done) {
      log.push(String(chunk))
      done()
    },
  })
}
