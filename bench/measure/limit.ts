import type { RequestData } from '../database/request-data.ts'
import type { LimitSlice, StatementLoad } from '../limit/run-statements.ts'
import { limitStatements } from '../limit/statements.ts'
import { runInProcess } from '../load/own-process.ts'
import type { BenchContext } from './rates.ts'

/** The rate of one statement on PostgreSQL alone, in each round. */
export interface Limit {
  readonly statement: string
  readonly slices: LimitSlice[]
}

// As many connections as a contender has, and enough statements in flight that none of them waits for one.
const CONNECTIONS = 10
const IN_FLIGHT = 4

/**
 * Runs the statements of a cold page and of a cold asset in a loop, without a gateway: the driver in a process of its
 * own, with connections on which several statements are in flight.
 */
export async function measureLimit(
  { options, pool, postmaster, databaseUrl, log }: BenchContext,
  data: RequestData,
): Promise<Limit[]> {
  const { quick, seconds } = options
  // No target depends on it, so one round is enough for a quick run.
  const rounds = quick ? 1 : options.rounds
  const statements = await limitStatements(pool, data)
  const limits = statements.map(({ name }): Limit => ({ statement: name, slices: [] }))
  const settings = { databaseUrl, postmaster, connections: CONNECTIONS, inFlight: IN_FLIGHT }
  for (let round = 1; round <= rounds; round++)
    for (const [index, statement] of statements.entries()) {
      const load: StatementLoad = { ...settings, statement, seconds }
      const slice: LimitSlice = await runInProcess('limit/runner.js', load)
      limits[index]?.slices.push(slice)
      if (round === rounds)
        log(`  PostgreSQL alone, ${statement.name}: ${slice.perSecond.toFixed(0)} per second`)
    }
  return limits
}
