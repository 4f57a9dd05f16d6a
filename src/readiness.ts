import type { RequestHandler } from 'express'
import type { Database } from './database/client.ts'
import { pendingMigrations } from './database/migrate.ts'

// Readiness checks are not rate limited. Otherwise a flood from the address of a load balancer would make the
// gateway look down to it. Instead each check is cheap: the state is read at most once in this time.
const MAX_AGE_MS = 1_000

interface Gateway {
  readonly database: Database
  /** Whether the gateway is shutting down and should get no new requests. */
  readonly draining?: () => boolean
}

/** Responds whether the gateway can serve requests. */
export function createReadiness({ database, draining }: Gateway): RequestHandler {
  const databaseState = shareResult(() => readState(database))
  return async (_request, response) => {
    const state = draining?.() ? 'draining' : await databaseState()
    response.setHeader('Cache-Control', 'no-store')
    response.status(state === 'ready' ? 200 : 503).json({ status: state })
  }
}

// All calls during a read, and until a second after its start, share its result.
function shareResult(read: () => Promise<string>): () => Promise<string> {
  let current: Promise<string> | undefined
  let running = false
  let startedAt = 0
  return () => {
    if (current && (running || performance.now() - startedAt < MAX_AGE_MS)) return current
    running = true
    startedAt = performance.now()
    current = read().finally(() => {
      running = false
    })
    return current
  }
}

async function readState({ health }: Database): Promise<string> {
  try {
    return (await pendingMigrations(health)).length === 0 ? 'ready' : 'database_not_migrated'
  } catch {
    return 'database_unreachable'
  }
}
