import type { Logger } from 'pino'
import type { Database } from '../../database/client.ts'
import { type FairJob, fairJob } from '../jobs/fair-job.ts'
import { together } from '../jobs/together.ts'
import { CHANGES_DUE, listDueClients, OLDEST_CHANGE, storeExpiries } from './due-clients.writes.ts'
import { recordAlone, recordTogether } from './record-changes.writes.ts'

// The clients of a firm that begin together share their statements. One with many grants, which takes a second, delays
// the others of its firm, and no other firm.
const CLIENTS_OF_TURN = 25
// Each turn is a transaction. The other statements of Prisma need a connection, too: with a pool of 10, it has 3.
const MAX_RUNNING = 2

interface FeedJobOptions {
  readonly database: Database
  readonly log: Logger
  readonly onEnd: () => void
}

/** The job that reports what has changed in the feeds of keys. */
export function feedJob({ database, log, onEnd }: FeedJobOptions): FairJob {
  const record = recordByFirm(database)
  return fairJob({
    name: 'changes',
    log,
    onEnd,
    due: CHANGES_DUE,
    oldest: OLDEST_CHANGE,
    failure: 'changes were not read',
    most: MAX_RUNNING,
    mostOfFirm: 1,
    ofTurn: CLIENTS_OF_TURN,
    async list(at, postponed) {
      await storeExpiries(database.pool, at)
      return listDueClients(database.pool, postponed)
    },
    // A client whose portfolio is being written is read again a second later.
    work: async ({ id, firmId }) => ((await record(id, firmId)) ? 'done' : 'later'),
  })
}

// Records the changes of a client. Those of one firm that come together share a call.
function recordByFirm(database: Database) {
  const groups = new Map<string | null, (clientId: string) => Promise<boolean>>()
  // The group of a firm is forgotten when its statements begin.
  const createGroup = (firmId: string | null) =>
    together({
      all: (clientIds: readonly string[]) => {
        groups.delete(firmId)
        return recordTogether(database, clientIds)
      },
      alone: async ([clientId]) => [await recordAlone(database, clientId)],
    })
  return (clientId: string, firmId: string | null) => {
    const group = groups.get(firmId) ?? createGroup(firmId)
    groups.set(firmId, group)
    return group(clientId)
  }
}
