import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { PrismaPg } from '@prisma/adapter-pg'
import { bindMigrationAwareSqlAdapterFactory, type SqlQuery } from '@prisma/driver-adapter-utils'
import type { SchemaEngine } from '@prisma/schema-engine-wasm'
import pg from 'pg'
import { applySettings } from './session-settings.ts'

/**
 * Runs work with Prisma's schema engine and the one connection that it uses. The engine locks that
 * session and never unlocks it, so the session is not shared and is closed afterwards.
 */
export async function withSchemaEngine<T>(
  { options }: pg.Pool,
  use: (engine: SchemaEngine, session: pg.Pool) => Promise<T>,
): Promise<T> {
  const { SchemaEngine } = await loadEngine()
  // The password is not enumerable, so it is copied explicitly. A migration has no time limit.
  const onConnect = async (client: pg.ClientBase) => {
    await applySettings(client, 0)
  }
  const own = { max: 1, idleTimeoutMillis: 0, query_timeout: 0, onConnect }
  const session = new pg.Pool({ ...options, password: options.password, ...own })
  session.on('error', () => {})
  try {
    const adapter = bindMigrationAwareSqlAdapterFactory(new MigrationAdapter(session))
    const engine = await SchemaEngine.new({ datamodels: undefined }, () => {}, adapter)
    return await use(engine, session).finally(() => engine.free())
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

/** The package's own entry point needs a Node flag for WebAssembly modules. */
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

/**
 * The engine's import for timers, which does not keep the process running: the engine sets a limit of
 * ten seconds on its lock and never clears it.
 */
function unreferencedTimers(glue: object): Record<string, object> {
  const names = Object.keys(glue).filter((name) => name.startsWith('__wbg_setTimeout_'))
  const start = (callback: () => void, delay: number) => setTimeout(callback, delay >>> 0).unref()
  return Object.fromEntries(names.map((name) => [name, start]))
}

/** The adapter, with two corrections that the schema engine needs. */
class MigrationAdapter extends PrismaPg {
  override async connect() {
    const adapter = await super.connect()
    const queryRaw = adapter.queryRaw.bind(adapter)
    // The adapter splits scripts at every semicolon, also inside functions. Sent whole, a script is
    // one transaction.
    adapter.executeScript = async (script) => {
      const { rows } = await queryRaw({ sql: HAS_CITUS, args: [], argTypes: [] })
      const sql = rows.length > 0 ? separateStatements(script) : script
      await adapter.executeRaw({ sql, args: [], argTypes: [] })
    }
    adapter.queryRaw = (query) => queryRaw(correctQuery(query))
    return adapter
  }
}

const HAS_CITUS = "SELECT 1 AS known FROM pg_extension WHERE extname = 'citus'"

/**
 * The script as a block of PL/pgSQL, which runs its statements one by one, in one transaction. Citus sends the
 * text that a change of a table came in to the other nodes, and they reject a text of several statements.
 */
function separateStatements(script: string): string {
  return `DO $script$ BEGIN\n${script}\nEND $script$`
}

/**
 * The adapter cannot read PostgreSQL's one-byte "char" type. The engine cannot read the list of
 * constraints with the NOT NULL constraints of version 18; that list is for warnings only.
 */
function correctQuery(query: SqlQuery): SqlQuery {
  const sql = query.sql
    .replace(/\b(con\.conf(?:del|upd)type|constr\.contype)(?=,\s| AS )/g, '$1::text')
    .replace("contype NOT IN ('p', 'u', 'f')", 'false')
  return { ...query, sql }
}
