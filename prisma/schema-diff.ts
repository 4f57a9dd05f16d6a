import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { PrismaPg } from '@prisma/adapter-pg'
import { bindMigrationAwareSqlAdapterFactory, type SqlQuery } from '@prisma/driver-adapter-utils'
import type { SchemaEngine } from '@prisma/schema-engine-wasm'
import type pg from 'pg'
import { findMigrationsDir, migrate } from '../src/database/migrate.ts'
import { type OpenDatabase, openDatabase } from '../src/database/open.ts'

/**
 * The SQL for the changes of the data model that the migrations lack; `undefined` if there are none.
 * Ignores what the data model cannot express: triggers, functions, checks, partial indexes,
 * collations.
 */
export async function schemaDiff(migrationsDir = findMigrationsDir()): Promise<string | undefined> {
  const path = join(dirname(migrationsDir), 'schema.prisma')
  const files = [{ path, content: await readFile(path, 'utf8') }]
  return withTemporaryDatabase(async ({ pool }) => {
    await migrate(pool, migrationsDir)
    const { exitCode, stdout } = await withSchemaEngine(pool, (engine) =>
      engine.diff({
        from: { tag: 'schemaDatasource', files, configDir: dirname(path) },
        to: { tag: 'schemaDatamodel', files },
        script: true,
        exitCode: true,
        filters: { externalTables: [], externalEnums: [] },
      }),
    )
    return exitCode === 0 || stdout === null ? undefined : withCollation(stdout)
  })
}

// The data model cannot express that texts are ordered by their bytes, on every server.
function withCollation(script: string): string {
  return script.replace(/"\w+"(?: SET DATA TYPE)? TEXT(?:\[\])?/g, '$& COLLATE "C"')
}

async function withTemporaryDatabase<T>(use: (database: OpenDatabase) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'orangery-schema-'))
  try {
    // As root, the server runs as another account, which must be able to enter the folder.
    await chmod(folder, 0o711)
    const database = await openDatabase({ dataDir: join(folder, 'data'), onError: () => {} })
    return await use(database).finally(() => database.close())
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Runs work with Prisma's schema engine on the database of the pool. */
async function withSchemaEngine<T>(
  pool: pg.Pool,
  use: (engine: SchemaEngine) => Promise<T>,
): Promise<T> {
  const { SchemaEngine } = await loadEngine()
  const bound = bindMigrationAwareSqlAdapterFactory(new ReadingAdapter(pool))
  const engine = await SchemaEngine.new({ datamodels: undefined }, () => {}, bound)
  return use(engine).finally(() => engine.free())
}

// Node has WebAssembly, but only the browser type library declares it.
declare const WebAssembly: {
  instantiate: (
    binary: Uint8Array,
    imports: Record<string, object>,
  ) => Promise<{ instance: { exports: Record<string, unknown> } }>
}

// The entry point of the package would need a Node flag for WebAssembly modules.
async function loadEngine() {
  const glue = await import('@prisma/schema-engine-wasm/schema_engine_bg')
  const path = createRequire(import.meta.url).resolve('@prisma/schema-engine-wasm/schema_engine_bg')
  const binary = await readFile(path.replace(/js$/, 'wasm'))
  const { instance } = await WebAssembly.instantiate(binary, {
    './schema_engine_bg.js': { ...glue },
  })
  glue.__wbg_set_wasm(instance.exports)
  const start = instance.exports.__wbindgen_start
  if (typeof start === 'function') start()
  return glue
}

class ReadingAdapter extends PrismaPg {
  override async connect() {
    const adapter = await super.connect()
    const queryRaw = adapter.queryRaw.bind(adapter)
    adapter.queryRaw = (query) => queryRaw(correctQuery(query))
    return adapter
  }
}

// The adapter cannot read PostgreSQL's one-byte "char" type. From version 18, the list of constraints also
// has NOT NULL constraints, which the engine cannot read. The list is for warnings only.
function correctQuery(query: SqlQuery): SqlQuery {
  const sql = query.sql
    .replace(/\b(con\.conf(?:del|upd)type|constr\.contype)(?=,\s| AS )/g, '$1::text')
    .replace("contype NOT IN ('p', 'u', 'f')", 'false')
  return { ...query, sql }
}
