import type { Config } from '../config.ts'
import type { OpenDatabase } from '../database/open.ts'
import { GatewayError } from '../errors.ts'
import { type CommandResult, toJson } from './command-result.ts'
import type { Terminal } from './terminal.ts'

/** What a command on the database works with. */
export type Session = OpenDatabase & { readonly config: Config }

type Action<Given extends unknown[]> = (...given: Given) => Promise<void>

/** Runs the work of commands: opens what it needs, prints its answer, closes. Failures are thrown on. */
export class Runner {
  exitCode = 0
  readonly terminal: Terminal
  readonly #json: boolean
  readonly #environment: NodeJS.ProcessEnv | undefined

  constructor(terminal: Terminal, json: boolean, environment?: NodeJS.ProcessEnv) {
    this.terminal = terminal
    this.#environment = environment
    this.#json = json
  }

  /** An action that needs the configuration alone. */
  alone<Given extends unknown[]>(
    work: (config: Config, ...given: Given) => Promise<CommandResult>,
  ): Action<Given> {
    return async (...given) => this.#print(await work(await this.#readConfig(), ...given))
  }

  /** An action on the database, whatever state its schema is in. */
  withDatabase<Given extends unknown[]>(
    work: (session: Session, ...given: Given) => Promise<CommandResult>,
  ): Action<Given> {
    return this.alone(async (config, ...given: Given) => {
      const { openDatabase } = await import('../database/open.ts')
      const options = { ...config, poolSize: config.databasePool }
      // A connection that breaks while idle is of no interest here: the next statement tells.
      const database = await openDatabase(options, () => {})
      // Statements under way are left to the server, which takes back what was not committed.
      const forget = this.terminal.onBreak(async () => database.embedded?.release())
      try {
        return await work({ ...database, config }, ...given)
      } finally {
        await database.close()
        forget()
      }
    })
  }

  /** An action on the database with its schema up to date. */
  withSchema<Given extends unknown[]>(
    work: (session: Session, ...given: Given) => Promise<CommandResult>,
  ): Action<Given> {
    return this.withDatabase(async (session, ...given: Given) => {
      await requireSchema(session)
      return work(session, ...given)
    })
  }

  /** Where a bar may move. */
  get watched(): Terminal['watched'] {
    return this.#json ? null : this.terminal.watched
  }

  #print({ members, lines, failure }: CommandResult): void {
    const object = failure ? { error: failure, ...members } : members
    const said = this.#json ? [toJson(object)] : lines
    this.terminal.out(said.map((line) => `${line}\n`).join(''))
    if (!failure) return
    this.terminal.err(`error: ${failure.message}\n`)
    this.exitCode = 1
  }

  async #readConfig(): Promise<Config> {
    const { readConfig } = await import('../config.ts')
    return readConfig(this.#environment)
  }
}

// Our own server has nobody else to migrate it; the schema of another is its operator's to change.
async function requireSchema(session: Session): Promise<void> {
  const { pendingMigrations } = await import('../database/migrate.ts')
  const { bringUpToDate, requireOwner } = await import('../database/prepare.ts')
  const isUpToDate = (await pendingMigrations(session.pool)).length === 0
  if (session.embedded) {
    if (!isUpToDate) await bringUpToDate(session)
    return
  }
  if (isUpToDate) return requireOwner(session.pool)
  throw new GatewayError(
    'state_conflict',
    'The schema of the database is not up to date; run: orangery migrate',
  )
}
