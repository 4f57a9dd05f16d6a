import { execFileSync, spawn } from 'node:child_process'
import { chownSync, mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { connect } from '../../src/database/client.ts'
import { serverEnvironment } from '../../src/database/embedded/command.ts'
import { findEngine, prepareEngine } from '../../src/database/embedded/engine.ts'
import { pidFile, readPidFile } from '../../src/database/embedded/pid-file.ts'
import { settingArguments } from '../../src/database/embedded/settings.ts'
import { migrate } from '../../src/database/migrate.ts'
import { findMigrationsDir, listMigrations } from '../../src/database/migrations.ts'
import { newDataDir } from './data-folder.ts'

const isRoot = process.getuid?.() === 0
/** The account of the first release's server if root started it. */
const account = isRoot ? { uid: 65534, gid: 65534 } : undefined
const LAST_MIGRATION = '20261122001000_portal_deeds'

/**
 * A data folder as the first release left it, with its schema, its server running: `trust` on the
 * socket, no passwords, no runtime role, and one user and one asset with private notes.
 */
export async function firstReleaseFolder(): Promise<string> {
  const dataDir = newDataDir()
  mkdirSync(dataDir, { mode: 0o700 })
  if (account) chownSync(dataDir, account.uid, account.gid)
  const bin = prepareEngine(findEngine(), dirname(dataDir), account)
  initialise(dataDir, bin)
  const how = { ...account, cwd: '/', env: serverEnvironment, detached: true }
  const options = ['-D', dataDir, ...settingArguments(dataDir)]
  spawn(join(bin, 'postgres'), options, { ...how, stdio: 'ignore' }).unref()
  while (readPidFile(pidFile(dataDir))?.status !== 'ready') await sleep(20)
  await fill(dataDir)
  return dataDir
}

function initialise(dataDir: string, bin: string): void {
  const wording = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin']
  const safety = ['--auth-local=trust', '--auth-host=reject', '--data-checksums']
  const options = [...wording, '--builtin-locale=C.UTF-8', ...safety, '--username=postgres']
  const how = { ...account, cwd: '/', env: serverEnvironment }
  execFileSync(join(bin, 'initdb'), ['-D', dataDir, ...options], { ...how, stdio: 'ignore' })
  execFileSync(join(bin, 'postgres'), ['--single', '-D', dataDir, 'postgres'], {
    ...how,
    stdio: ['pipe', 'ignore', 'ignore'],
    input: 'CREATE ROLE orangery LOGIN CREATEDB;\nCREATE DATABASE orangery OWNER orangery;\n',
  })
}

/** The connection of the first release, without a password. */
export const trusted = (dataDir: string) => ({
  host: dataDir,
  port: 5432,
  user: 'orangery',
  database: 'orangery',
})

async function fill(dataDir: string): Promise<void> {
  const database = connect(trusted(dataDir), { onError: () => {} })
  const all = findMigrationsDir()
  const names = listMigrations(all).filter((name) => name <= LAST_MIGRATION)
  await migrate(database.pool, all, names)
  await database.pool.query(`
    INSERT INTO users (id, name, email) VALUES ('user_1', 'Ada Hale', 'ada@example.com');
    INSERT INTO portfolios (client_id, environment, currency) VALUES ('user_1', 'production', 'USD');
    INSERT INTO assets (client_id, registry_id, id, ref, title, category, created_at, internal_notes, readiness_gaps)
      VALUES ('user_1', 'ORY-PM-1', 'item_1', 'a', 'Gold bar', 'precious_metals', now(), 'private', '{}');
    INSERT INTO share_links (client_id, registry_id, label, id, created_at, secret)
      VALUES ('user_1', 'ORY-PM-1', 'Lawyer', 'link_1', now(), 'opens it');`)
  await database.close()
}
