import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { newFolder } from './data-folder.ts'

/** The migrations of a folder made for the test: name to script. */
export function folderOf(scripts: Readonly<Record<string, string>>): string {
  const dir = newFolder()
  writeFileSync(join(dir, 'migration_lock.toml'), 'provider = "postgresql"\n')
  for (const [name, script] of Object.entries(scripts)) {
    mkdirSync(join(dir, name), { recursive: true })
    writeFileSync(join(dir, name, 'migration.sql'), script)
  }
  return dir
}
