import type { Config } from '../config.ts'
import type { OpenDatabase, OpenPool } from '../database/open.ts'
import { codeOf, memberOf } from '../errors.ts'
import { type CommandResult, toJson } from './command.ts'
import type { Terminal } from './terminal.ts'

/** An open database and the configuration, as commands use them. */
export type Session = OpenDatabase & { readonly config: Config }

/** The same, for commands that need only a pool: `openPool`. */
export type PoolSession = OpenPool & { readonly config: Config }

/** Whether a command creates the embedded database where there is none. */
export interface Creation {
  readonly mayCreate: boolean
}

/** The work of a command on what was opened for it. `Args`: its arguments and options. */
export type Work<Opened, Args extends unknown[]> = (
  opened: Opened,
  ...args: Args
) => Promise<CommandResult>

type Action<Args extends unknown[]> = (...args: Args) => Promise<void>

/** Runs commands: opens what a command needs, prints its result, and closes. Does not catch errors. */
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

  /** An action that needs nothing, not even a configuration. */
  alone<Args extends unknown[]>(work: (...args: Args) => Promise<CommandResult>): Action<Args> {
    return async (...args) => this.#print(await work(...args))
  }

  /** An action that needs only the configuration. */
  withConfig<Args extends unknown[]>(work: Work<Config, Args>): Action<Args> {
    return this.alone(async (...args: Args) => {
      const { readConfig } = await import('../config.ts')
      return work(readConfig(this.#environment), ...args)
    })
  }

  /** An action on the database. Its schema may be out of date. */
  withDatabase<Args extends unknown[]>(
    work: Work<Session, Args>,
    { mayCreate }: Creation = { mayCreate: false },
  ): Action<Args> {
    return this.withConfig(async (config, ...args: Args) => {
      const { openDatabase } = await import('../database/open.ts')
      const database = await openDatabase(optionsOf(config, mayCreate))
      return this.#closing(database, () => work({ ...database, config }, ...args))
    })
  }

  /** An action on a pool alone, with the schema up to date. */
  withPool<Args extends unknown[]>(work: Work<PoolSession, Args>): Action<Args> {
    return this.withConfig(async (config, ...args: Args) => {
      const { openPool } = await import('../database/open.ts')
      const database = await openPool(optionsOf(config, false))
      return this.#closing(database, async () => {
        await requireSchema(database)
        return work({ ...database, config }, ...args)
      })
    })
  }

  /** An action on the database with its schema up to date. */
  withSchema<Args extends unknown[]>(work: Work<Session, Args>, creation?: Creation): Action<Args> {
    return this.withDatabase(async (session, ...args: Args) => {
      await requireSchema(session)
      return work(session, ...args)
    }, creation)
  }

  /** The stream for a progress bar; null with `--json`. */
  get progressStream(): Terminal['progressStream'] {
    return this.#json ? null : this.terminal.progressStream
  }

  async #closing<Result>(database: OpenPool, work: () => Promise<Result>): Promise<Result> {
    const { describeBlocker, onBlocker } = await import('../database/change.ts')
    const stopReporting = onBlocker((each) => this.terminal.err(`${describeBlocker(each)}\n`))
    // No rollback is needed: the server rolls back uncommitted statements by itself.
    const cancelCleanUp = this.terminal.onInterrupt(async () => database.embedded?.release())
    try {
      return await work()
    } finally {
      await database.close()
      cancelCleanUp()
      stopReporting()
    }
  }

  async #print({ json, lines, error, readerMayLeave }: CommandResult): Promise<void> {
    const object = error ? { error, ...json } : json
    const objects = object ? [toJson(object)] : []
    const output = this.#json ? objects : lines
    const text = output.map((line) => `${line}\n`).join('')
    try {
      if (text !== '') await this.terminal.write(text, 'the output of the command is lost')
    } catch (thrown) {
      // A reader that closes a list early, such as `head`, has seen enough.
      if (!readerMayLeave || codeOf(memberOf(thrown, 'cause')) !== 'EPIPE') throw thrown
    } finally {
      if (error) {
        this.terminal.err(`error: ${error.message}\n`)
        this.exitCode = 1
      }
    }
  }
}

function optionsOf(config: Config, mayCreate: boolean) {
  // The next statement reports the error of an idle connection that breaks.
  return { ...config, poolSize: config.databasePool, mayCreate, onError: () => {} }
}

// The embedded database is migrated here. The schema of another server is changed by `migrate` only.
async function requireSchema(session: OpenPool): Promise<void> {
  const migrations = await import('../database/migrate.ts')
  const { bringUpToDate, requireOwner } = await import('../database/prepare.ts')
  if (!session.embedded) {
    await migrations.requireUpToDate(session.pool)
    return requireOwner(session.pool)
  }
  await migrations.requireKnownSchema(session.pool)
  const pending = await migrations.pendingMigrations(session.pool)
  if (pending.length > 0) await bringUpToDate(session)
}
