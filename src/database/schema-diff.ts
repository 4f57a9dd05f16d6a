import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { findMigrationsDir, migrate } from './migrate.ts'
import { type OpenDatabase, openDatabase } from './open.ts'
import { withSchemaEngine } from './schema-engine.ts'

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
    const database = await openDatabase({ dataDir: join(folder, 'data') }, () => {})
    return await use(database).finally(() => database.close())
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
