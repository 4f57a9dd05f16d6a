import { type DestinationStream, type Logger, pino } from 'pino'
import type { Config } from './config.ts'
import { codesOf } from './errors.ts'
import { openOutput } from './log/output.ts'
import { formatLogLine } from './log/readable-lines.ts'
import { redactSecrets } from './values/redact-secrets.ts'

type LogSettings = Pick<Config, 'logLevel'>

/** A log of lines of JSON. Of an error it omits a message that quotes values, because values can be private. */
export function createLog({ logLevel }: LogSettings, to: DestinationStream): Logger {
  return pino(
    {
      level: logLevel,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: { err: describe },
      // Redacts the whole line, because callers can put secrets into paths and into any other logged text.
      hooks: { streamWrite: redactSecrets },
    },
    to,
  )
}

/**
 * The log on the standard output, and the number of its lines that were lost since the start. A terminal gets
 * lines for people, without a delay, so that lines and other output keep their order.
 */
export function openLog(settings: LogSettings): { log: Logger; lostLines: () => number } {
  if (process.stdout.isTTY) {
    const terminal = { write: (line: string) => void process.stdout.write(formatLogLine(line)) }
    return { log: createLog(settings, terminal), lostLines: () => 0 }
  }
  const output = openOutput((lost) =>
    log.error({ lost }, 'log lines lost: they could not be written'),
  )
  const log = createLog(settings, output)
  return { log, lostLines: () => output.lost }
}

function describe(error: unknown): object {
  if (!(error instanceof Error)) return { name: typeof error }
  const codes = codesOf(error)
  return {
    name: error.name,
    ...(codes.length > 0 && { codes }),
    ...('table' in error && { table: error.table }),
    ...('constraint' in error && { constraint: error.constraint }),
    ...(!quotesValues(error) && { message: error.message }),
    // Only the frames: the first lines of a stack repeat the message.
    stack: error.stack?.split('\n').filter((line) => /^\s+at /.test(line)),
    ...(error.cause instanceof Error && { cause: describe(error.cause) }),
  }
}

// Prisma quotes the arguments of a call, zod and graphql a value, and the parser of JSON, of numbers and of expressions
// the text around a mistake.
const QUOTING_NAME = /^(?:PrismaClient\w*|ZodError|\$ZodError|GraphQLError|SyntaxError)$/
// PostgreSQL in data exceptions (22), integrity violations (23), and errors that our functions raise (P0); Node for an
// argument that it does not take.
const QUOTING_CODE = /^(?:(?:2[23]|P0)\w{3}|ERR_INVALID_ARG_\w+)$/
// `fetch`, for a header or an address that it does not take.
const QUOTING_TEXT = /\b(?:headers?|URL)\b/i

/** Whether the message of an error can contain what a library was given: a secret or private data. */
export function quotesValues(error: Error): boolean {
  const { name, message } = error
  if (QUOTING_NAME.test(name) || codesOf(error).some((code) => QUOTING_CODE.test(code))) return true
  return error instanceof TypeError && QUOTING_TEXT.test(message)
}
