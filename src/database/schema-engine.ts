import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { PrismaPg } from '@prisma/adapter-pg'
import { bindMigrationAwareSqlAdapterFactory, type SqlQuery } from '@prisma/driver-adapter-utils'
import type { SchemaEngine } from '@prisma/schema-engine-wasm'
import pg from 'pg'

/**
 * Lends out Prisma's schema engine together with the one connection it works on: the engine locks
 * that session and never unlocks it, so the session is the engine's alone and ends with it.
 */
export async function withSchemaEngine<T>(
  { options }: pg.Pool,
  use: (engine: SchemaEngine, session: pg.Pool) => Promise<T>,
): Promise<T> {
  const { SchemaEngine } = await loadEngine()
  // The pool hides its password from copies; and a migration takes the time that it takes.
  const own = { max: 1, idleTimeoutMillis: 0, statement_timeout: 0, query_timeout: 0 }
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

// Node has it, but only the types of browsers tell of it.
declare const WebAssembly: {
  instantiate: (
    binary: Uint8Array,
    imports: Record<string, object>,
  ) => Promise<{ instance: { exports: Record<string, unknown> } }>
}

/** The package's own entry point needs a flag of Node for modules of WebAssembly; this does not. */
async function load() {
  const glue = await import('@prisma/schema-engine-wasm/schema_engine_bg')
  const path = createRequire(import.meta.url).resolve('@prisma/schema-engine-wasm/schema_engine_bg')
  const binary = await readFile(path.replace(/js$/, 'wasm'))
  const { instance } = await WebAssembly.instantiate(binary, { './schema_engine_bg.js': glue })
  glue.__wbg_set_wasm(instance.exports)
  const start = instance.exports.__wbindgen_start
  if (typeof start === 'function') start()
  return glue
}

/** The adapter falls short of what the engine asks of it in two places. */
class MigrationAdapter extends PrismaPg {
  override async connect() {
    const adapter = await super.connect()
    const queryRaw = adapter.queryRaw.bind(adapter)
    // It would cut scripts at every semicolon, those inside functions too. Sent whole, a script
    // is one transaction.
    adapter.executeScript = async (sql) => {
      await adapter.executeRaw({ sql, args: [], argTypes: [] })
    }
    adapter.queryRaw = (query) => queryRaw(readable(query))
    return adapter
  }
}

/**
 * It cannot read PostgreSQL's one-byte "char", nor the engine a list of constraints that has the
 * NOT NULL ones of version 18; the list serves warnings only.
 */
function readable(query: SqlQuery): SqlQuery {
  const sql = query.sql
    .replace(/\b(con\.conf(?:del|upd)type|constr\.contype)(?=,\s| AS )/g, '$1::text')
    .replace("contype NOT IN ('p', 'u', 'f')", 'false')
  return { ...query, sql }
}
