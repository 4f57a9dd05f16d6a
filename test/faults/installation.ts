import { setTimeout as sleep } from 'node:timers/promises'
import { connect, type Database } from '../../src/database/client.ts'
import { migrate } from '../../src/database/migrate.ts'
import type { Connection } from '../../src/database/pool.ts'
import { findPrograms, OwnServer } from '../serve/own-server.ts'
import { GatewayProcess } from '../serve/process.ts'
import { freePort } from '../support/free-port.ts'
import { SECRET } from '../support/gateway.ts'
import { childrenOf } from '../support/process-tree.ts'
import { hasRedis, RedisServer } from '../support/redis-server.ts'
import type { Run } from './scenario.ts'

/** How many the servers of scenarios take. */
export const CONNECTIONS = 80
const READY_MS = 60_000

/** Why this machine cannot run scenarios on an installation of their own. */
export function lacksServers(): string | undefined {
  if (findPrograms() === undefined) return 'needs the programs of PostgreSQL in /usr/lib/postgresql'
  return hasRedis ? undefined : 'needs redis-server'
}

/** A PostgreSQL server, a Redis and gateways that a scenario starts, breaks and leaves to be ended. */
export class Installation {
  readonly server: OwnServer
  readonly redis: RedisServer
  readonly database: Database
  readonly #run: Run

  private constructor(run: Run, server: OwnServer, redis: RedisServer) {
    this.#run = run
    this.server = server
    this.redis = redis
    this.database = connect(this.url(), { onError: () => {}, poolSize: 4 })
  }

  static async create(run: Run): Promise<Installation> {
    const server = new OwnServer(findPrograms() ?? '', run.folder, await freePort(), CONNECTIONS)
    run.atEnd(() => server.stop())
    server.create()
    const redis = await RedisServer.start()
    run.atEnd(() => redis.kill())
    const installation = new Installation(run, server, redis)
    run.atEnd(() => installation.database.close())
    await migrate(installation.database.pool)
    return installation
  }

  /** The address of the database; `port`: of what forwards to it. */
  url(port = this.server.port): Connection & string {
    return `postgres://postgres@127.0.0.1:${port}/postgres`
  }

  /** Starts a gateway on the database, which counts in Redis. */
  async startGateway(environment: Record<string, string> = {}) {
    const port = await freePort()
    const gateway = new GatewayProcess(
      {
        PORT: String(port),
        DATABASE_URL: this.url(),
        REDIS_URL: this.redis.url,
        AUTH_SECRET: SECRET,
        // Each request would be a line that this process reads.
        LOG_LEVEL: 'warn',
        ...environment,
        ...this.#run.environment,
      },
      this.#run.program,
    )
    this.#run.atEnd(() => gateway.stop('SIGKILL'))
    const pid = gateway.child.pid ?? 0
    const url = `http://127.0.0.1:${port}`
    const early = gateway.ended.then(({ err }) => Promise.reject(new Error(`it ended: ${err}`)))
    early.catch(() => {})
    await Promise.race([waitUntilReady(url), early])
    /** `workers`: their pids. */
    return { process: gateway, pid, url, workers: () => childrenOf(pid) }
  }
}

/** A gateway that listens. */
export type StartedGateway = Awaited<ReturnType<Installation['startGateway']>>

/** Waits until the gateway says that it is ready. Returns the milliseconds that it took. */
export async function waitUntilReady(url: string): Promise<number> {
  const began = performance.now()
  while (performance.now() - began < READY_MS) {
    const response = await fetch(`${url}/readyz`).catch(() => undefined)
    await response?.arrayBuffer()
    if (response?.status === 200) return performance.now() - began
    await sleep(20)
  }
  throw new Error(`${url} was not ready within ${READY_MS} ms`)
}
