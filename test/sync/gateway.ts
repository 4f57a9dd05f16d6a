import { Agent, request as send } from 'node:http'
import type pg from 'pg'
import { pino } from 'pino'
import { createApp } from '../../src/app.ts'
import type { Database } from '../../src/database/client.ts'
import { createDeriveSecret } from '../../src/database/server-secret.ts'
import { createFieldLimits } from '../../src/graphql/field-limits.ts'
import { createGatewayServer } from '../../src/http/server.ts'
import { createMemoryQuota, type Quota } from '../../src/load/quota.ts'
import { UsageRecorder } from '../../src/modules/usage/usage.recorder.ts'
import { VERSION } from '../support/gateway.ts'
import { GATEWAYS } from '../support/gateway-pair.ts'
import { listen, stop } from '../support/listen.ts'
import type { TestClock } from './clock.ts'
import { replaceMember } from './held.ts'

/** A response, read whole. */
export interface Reply {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
}

/** A GET of a path under a key; `tag` is sent as `If-None-Match`. */
export type Get = (path: string, key: string, tag?: string) => Promise<Reply>

/** The real app, once or twice, on ports of its own, with the clock of the test and without limits on requests. */
export interface SyncGateway {
  readonly get: Get
  /** Called before each statement of a read, so that a test can write between two statements. */
  beforeStatement: () => Promise<void>
  close(): void
}

/** Starts the app over the database as the serving process uses it. Without cache, `cacheMb` is 0. */
export async function startGateway(
  serving: Database,
  clock: TestClock,
  cacheMb: number,
): Promise<SyncGateway> {
  const log = pino({ level: 'silent' })
  const gateway: SyncGateway = { get, beforeStatement: async () => {}, close }
  const newApp = () =>
    createApp({
      database: { ...serving, pool: watchPool(serving.pool, () => gateway.beforeStatement()) },
      quota: UNLIMITED,
      fieldLimits: createFieldLimits(createMemoryQuota()),
      deriveSecret: createDeriveSecret('for tests alone, and for nothing else'),
      config: { trustProxy: false, cacheMb, publicUrl: undefined },
      usage: new UsageRecorder({ pool: serving.pool, log }),
      log,
      now: () => clock.now,
    })
  const servers = Array.from({ length: GATEWAYS }, () =>
    createGatewayServer(newApp(), { log, headers: {} }),
  )
  const listening = await Promise.all(servers.map(listen))
  let turn = 0
  const agent = new Agent({ keepAlive: true })

  function get(path: string, key: string, tag?: string): Promise<Reply> {
    const headers = {
      'X-Service-Version': VERSION,
      Authorization: `Bearer ${key}`,
      ...(tag !== undefined && { 'If-None-Match': tag }),
    }
    const port = listening[turn++ % GATEWAYS]?.port
    return new Promise((resolve, reject) => {
      const request = send({ agent, host: '127.0.0.1', port, path, headers }, (response) => {
        let text = ''
        response.setEncoding('utf8')
        response.on('data', (part) => {
          text += part
        })
        response.on('error', reject)
        response.on('end', () => {
          const { statusCode: status = 0, headers: given } = response
          const named = Object.entries(given).map(([name, value]) => [name, String(value)])
          resolve({ status, headers: Object.fromEntries(named), text })
        })
      })
      request.on('error', (error) => {
        // On a slow machine the server may close an idle connection while the next request is sent on it.
        if (request.reusedSocket && 'code' in error && error.code === 'ECONNRESET')
          resolve(get(path, key, tag))
        else reject(error)
      })
      request.end()
    })
  }

  function close() {
    agent.destroy()
    servers.forEach(stop)
  }

  return gateway
}

const UNLIMITED: Quota = {
  spend: async (_subject, limit) => ({
    limit,
    remaining: limit,
    resetAt: new Date(0),
    exceeded: false,
  }),
  refund: async () => {},
}

function watchPool(pool: pg.Pool, before: () => Promise<void>): pg.Pool {
  return replaceMember(pool, 'query', async (...statement: Parameters<pg.Pool['query']>) => {
    await before()
    return pool.query(...statement)
  })
}
