import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { PrismaPg } from '@prisma/adapter-pg'
import {
  bindMigrationAwareSqlAdapterFactory,
  DriverAdapterError,
  type SqlQuery,
} from '@prisma/driver-adapter-utils'
import type { SchemaEngine } from '@prisma/schema-engine-wasm'
import pg from 'pg'
import { GatewayError } from '../errors.ts'
import { LOCK_PATIENCE, type LockPatience, runScript } from './migration-script.ts'
import { applySettings } from './session-settings.ts'

/**
 * Runs work with Prisma's schema engine and the single session that the engine uses. The engine takes a lock
 * in that session and never releases it, so the session is not shared, and is closed afterwards.
 */
export async function withSchemaEngine<T>(
  { options }: pg.Pool,
  use: (engine: SchemaEngine, session: pg.Pool) => Promise<T>,
  patience = LOCK_PATIENCE,
): Promise<T> {
  const { SchemaEngine } = await loadEngine()
  // The password is not enumerable, so it is copied separately. A migration has no time limit.
  const onConnect = async (client: pg.ClientBase) => {
    await applySettings(client, 0)
  }
  const own = { max: 1, idleTimeoutMillis: 0, query_timeout: 0, onConnect }
  const session = new pg.Pool({ ...options, password: options.password, ...own })
  session.on('error', () => {})
  try {
    const adapter = new MigrationAdapter(session, patience)
    const bound = bindMigrationAwareSqlAdapterFactory(adapter)
    const engine = await SchemaEngine.new({ datamodels: undefined }, () => {}, bound)
    const work = use(engine, session).finally(() => engine.free())
    return await work.catch((thrown: unknown) => {
      throw adapter.refusal ?? thrown
    })
  } finally {
    await session.end()
  }
}

let loading: ReturnType<typeof load> | undefined

function loadEngine(): ReturnType<typeof load> {
  loading ??= load()
  return loading
}

// Node has WebAssembly, but only the browser type library declares it.
declare const WebAssembly: {
  instantiate: (
    binary: Uint8Array,
    imports: Record<string, object>,
  ) => Promise<{ instance: { exports: Record<string, unknown> } }>
}

// The entry point of the package would need a Node flag for WebAssembly modules.
async function load() {
  const glue = await import('@prisma/schema-engine-wasm/schema_engine_bg')
  const path = createRequire(import.meta.url).resolve('@prisma/schema-engine-wasm/schema_engine_bg')
  const binary = await readFile(path.replace(/js$/, 'wasm'))
  const { instance } = await WebAssembly.instantiate(binary, {
    './schema_engine_bg.js': { ...glue, ...unreferencedTimers(glue) },
  })
  glue.__wbg_set_wasm(instance.exports)
  const start = instance.exports.__wbindgen_start
  if (typeof start === 'function') start()
  return glue
}

// Timers for the engine that do not keep the process running. The engine starts a timer of ten seconds for
// its lock, and never clears it.
function unreferencedTimers(glue: object): Record<string, object> {
  const names = Object.keys(glue).filter((name) => name.startsWith('__wbg_setTimeout_'))
  const start = (callback: () => void, delay: number) => setTimeout(callback, delay >>> 0).unref()
  return Object.fromEntries(names.map((name) => [name, start]))
}

/** The adapter, with two corrections that the schema engine needs. */
class MigrationAdapter extends PrismaPg {
  readonly #session: pg.Pool
  readonly #patience: LockPatience
  /** Our own error. The engine would replace it with an error of its own. */
  refusal: GatewayError | undefined

  constructor(session: pg.Pool, patience: LockPatience) {
    super(session)
    this.#session = session
    this.#patience = patience
  }

  override async connect() {
    const adapter = await super.connect()
    const queryRaw = adapter.queryRaw.bind(adapter)
    // The adapter would split a script at every semicolon, also inside functions. A script that is sent
    // as a whole is one transaction.
    adapter.executeScript = (script) => this.#run(script)
    adapter.queryRaw = (query) => queryRaw(correctQuery(query))
    return adapter
  }

  // Not by `pool.query`: after a failed statement it would close the session, and so release the lock of migrations.
  async #run(script: string): Promise<void> {
    const session = await this.#session.connect()
    try {
      await runScript(session, script, this.#patience)
    } catch (thrown) {
      if (thrown instanceof GatewayError) this.refusal = thrown
      throw thrown instanceof pg.DatabaseError ? asAdapterError(thrown) : thrown
    } finally {
      session.release()
    }
  }
}

// The error in the format from which the engine reads the message.
function asAdapterError({ message, code = '', severity = '', ...error }: pg.DatabaseError) {
  const { detail, column, hint } = error
  const cause = { code, severity, message, detail, column, hint }
  return new DriverAdapterError({ kind: 'postgres', ...cause })
}

// The adapter cannot read PostgreSQL's one-byte "char" type. From version 18, the list of constraints also
// has NOT NULL constraints, which the engine cannot read. The list is for warnings only.
function correctQuery(query: SqlQuery): SqlQuery {
  const sql = query.sql
    .replace(/\b(con\.conf(?:del|upd)type|constr\.contype)(?=,\s| AS )/g, '$1::text')
    .replace("contype NOT IN ('p', 'u', 'f')", 'false')
  return { ...query, sql }
}
