import { type DestinationStream, type Logger, pino } from 'pino'
import type { Config } from './config.ts'
import { codesOf } from './errors.ts'

/**
 * The log, as lines of JSON. Of an error it tells what it is and where, but no value of a
 * statement, which may be private.
 */
export function createLog({ logLevel }: Pick<Config, 'logLevel'>, to?: DestinationStream): Logger {
  return pino(
    {
      level: logLevel,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: { err: describe },
    },
    // Written beside the requests, many lines at once but none later than 100 ms; what is left is
    // written when the process exits.
    to ?? pino.destination({ fd: 1, sync: false, minLength: 4096, periodicFlush: 100 }),
  )
}

function describe(error: unknown): object {
  if (!(error instanceof Error)) return { name: typeof error }
  const codes = codesOf(error)
  return {
    name: error.name,
    ...(codes.length > 0 && { codes }),
    ...('table' in error && { table: error.table }),
    ...('constraint' in error && { constraint: error.constraint }),
    ...(!quotesValues(error, codes) && { message: error.message }),
    // The message stands before the frames, and may have many lines.
    stack: error.stack?.split('\n').filter((line) => /^\s+at /.test(line)),
    ...(error.cause instanceof Error && { cause: describe(error.cause) }),
  }
}

// Prisma's messages hold the arguments of the call; PostgreSQL quotes values where they were
// malformed (22), broke a rule (23), or where a function of ours raised it (P0).
function quotesValues({ name }: Error, codes: readonly string[]): boolean {
  return name.startsWith('PrismaClient') || codes.some((code) => /^(2[23]|P0)\w{3}$/.test(code))
}
