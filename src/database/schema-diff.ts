import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { migrate } from './migrate.ts'
import { findMigrationsDir } from './migrations.ts'
import { type OpenDatabase, openDatabase } from './open.ts'
import { withSchemaEngine } from './schema-engine.ts'

/**
 * The SQL that would bring a database made by the migrations to the data model; `undefined` where
 * they agree. What the data model cannot say (triggers, functions, checks, partial indexes,
 * collations) counts as agreed.
 */
export async function schemaDiff(migrationsDir = findMigrationsDir()): Promise<string | undefined> {
  const path = join(dirname(migrationsDir), 'schema.prisma')
  const files = [{ path, content: await readFile(path, 'utf8') }]
  return withScratch(async ({ pool }) => {
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
    return exitCode === 0 ? undefined : (stdout ?? undefined)
  })
}

async function withScratch<T>(use: (database: OpenDatabase) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'orangery-schema-'))
  try {
    // Where root works, the server does not: it must be able to pass through.
    await chmod(folder, 0o711)
    const database = await openDatabase({ dataDir: join(folder, 'data') }, () => {})
    return await use(database).finally(() => database.close())
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
