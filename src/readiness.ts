import type { RequestHandler } from 'express'
import type { Database } from './database/client.ts'
import { pendingMigrations } from './database/migrate.ts'

// Anybody may ask, and is not counted: a flood from one address must not make a load balancer at the
// same address take the gateway for dead. So what they ask costs nothing instead.
const FRESH_MS = 1_000

interface Gateway {
  readonly database: Database
  /** Whether the gateway is on its way out and wants no further requests. */
  readonly draining?: () => boolean
}

/** Answers whether the gateway can serve. Asks the database at most once a second. */
export function createReadiness({ database, draining }: Gateway): RequestHandler {
  const databaseState = shareResult(() => readState(database))
  return async (_request, response) => {
    const state = draining?.() ? 'draining' : await databaseState()
    response.setHeader('Cache-Control', 'no-store')
    response.status(state === 'ready' ? 200 : 503).json({ status: state })
  }
}

// One call runs at a time, however long it takes, and its result is given to all who ask meanwhile
// and until a second after its beginning.
function shareResult(read: () => Promise<string>): () => Promise<string> {
  let current: Promise<string> | undefined
  let running = false
  let begun = 0
  return () => {
    if (current && (running || performance.now() - begun < FRESH_MS)) return current
    running = true
    begun = performance.now()
    current = read().finally(() => {
      running = false
    })
    return current
  }
}

async function readState({ pool }: Database): Promise<string> {
  try {
    return (await pendingMigrations(pool)).length === 0 ? 'ready' : 'database_not_migrated'
  } catch {
    return 'database_unreachable'
  }
}
