import { execFileSync, spawn } from 'node:child_process'
import * as fs from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { connect } from '../../src/database/client.ts'
import { findMigrationsDir, listMigrations, migrate } from '../../src/database/migrate.ts'
import { openServing } from '../../src/database/open.ts'
import { prepareServing } from '../../src/database/prepare.ts'
import { serverEnvironment, serviceAccount } from '../../src/embedded-postgres/command.ts'
import { findEngine, prepareEngine } from '../../src/embedded-postgres/engine.ts'
import { openPasswords } from '../../src/embedded-postgres/passwords.ts'
import { readPidFile, stopPostmaster } from '../../src/embedded-postgres/postmaster.ts'
import { startEmbedded } from '../../src/embedded-postgres/server.ts'
import { settingArguments } from '../../src/embedded-postgres/settings.ts'
import { testTable } from '../support/test-table.ts'
import { newCluster, newDataDir, newFolder, removeFolders } from './data-folder.ts'
import { buildHolder } from './processes.ts'
import { serverPid } from './server-pid.ts'

const isRoot = process.getuid?.() === 0

beforeAll(buildHolder)
afterEach(removeFolders)

const INVALID_PASSWORD = '28P01'
const ROLES = ['postgres', 'orangery', 'orangery_runtime']

async function tryConnect(connection: pg.ClientConfig): Promise<string> {
  const client = new pg.Client(connection)
  client.on('error', () => {})
  return client.connect().then(
    () => client.end().then(() => 'in'),
    (error: { code?: string }) => error.code ?? 'no password',
  )
}

const passwordsOf = (dataDir: string) => fs.readFileSync(join(dataDir, 'orangery.pgpass'), 'utf8')

describe('the passwords of the embedded server', () => {
  test('are required of every role, and are in a file that only our account can read', async () => {
    const dataDir = newDataDir()
    const { connection, runtime, release } = await startEmbedded(dataDir)
    for (const user of ROLES) {
      expect(await tryConnect({ ...connection, user, password: '' })).not.toBe('in')
      expect(await tryConnect({ ...connection, user, password: 'x' })).toBe(INVALID_PASSWORD)
    }
    expect(await tryConnect(connection)).toBe('in')
    expect(await tryConnect(runtime)).toBe('in')
    expect(await tryConnect({ ...runtime, password: connection.password })).toBe(INVALID_PASSWORD)
    const file = fs.statSync(join(dataDir, 'orangery.pgpass'))
    expect({ mode: file.mode & 0o777, uid: file.uid }).toEqual({
      mode: 0o600,
      uid: process.getuid?.(),
    })
    expect(fs.readFileSync(join(dataDir, 'pg_hba.conf'), 'utf8')).not.toMatch(/trust|peer|host/)
    await release()
    const secrets = [connection.password, runtime.password]
    const log = fs.readFileSync(`${dataDir}.log`, 'utf8')
    expect(secrets.filter((secret) => log.includes(secret))).toEqual([])
  })

  test('are regenerated if the file is missing; while a server runs, this is an error with a remedy', async () => {
    const dataDir = await newCluster()
    const before = passwordsOf(dataDir)
    const server = await startEmbedded(dataDir)
    fs.rmSync(join(dataDir, 'orangery.pgpass'))
    await expect(startEmbedded(dataDir)).rejects.toThrow(/orangery\.pgpass is missing\. Stop every/)
    fs.writeFileSync(join(dataDir, 'orangery.pgpass'), before.replace(/[0-9a-f]{64}/g, 'ab'))
    await expect(startEmbedded(dataDir)).rejects.toThrow('does not match the database')
    await server.release()
    fs.rmSync(join(dataDir, 'orangery.pgpass'))
    const next = await startEmbedded(dataDir)
    expect(await tryConnect(next.connection)).toBe('in')
    expect(passwordsOf(dataDir)).not.toBe(before)
    await next.release()
  })

  test('of another user are an error with a remedy', async () => {
    const dataDir = newFolder(0o755)
    openPasswords(dataDir)
    const message = 'belongs to another user, who ran the gateway. Stop every'
    if (isRoot) process.seteuid?.(65534)
    else fs.chmodSync(join(dataDir, 'orangery.pgpass'), 0)
    try {
      expect(() => openPasswords(dataDir)).toThrow(message)
    } finally {
      if (isRoot) process.seteuid?.(0)
    }
  })

  testTable([
    ['a link', (file: string) => fs.symlinkSync('/etc/hostname', file), 'is a link'],
    ['a folder', (file: string) => fs.mkdirSync(file), 'is not a password file'],
    ['something else', (file: string) => fs.writeFileSync(file, 'x'), 'has no line for postgres'],
  ])('are read from no file that others may read or write', async (_, plant, message) => {
    const dataDir = await newCluster()
    fs.rmSync(join(dataDir, 'orangery.pgpass'))
    plant(join(dataDir, 'orangery.pgpass'))
    await expect(startEmbedded(dataDir)).rejects.toThrow(message)
    expect(serverPid(dataDir)).toBeUndefined()
  })
})

describe('a folder of the first release', () => {
  async function expectPrepared(dataDir: string): Promise<void> {
    const database = await openServing({ dataDir, onError: () => {} })
    const { applied, role, excess } = await prepareServing(database)
    expect(applied).toContain('20261123000300_share_links_without_secret')
    expect({ role, excess }).toEqual({ role: 'orangery_runtime', excess: [] })
    const read = 'SELECT title, detail, collections, estate, verification FROM assets'
    const { rows } = await database.pool.query<Record<string, string>>(read)
    const blocks = Object.entries(BLOCKS).map(([name, block]) => [name, JSON.stringify(block)])
    expect(rows).toEqual([{ title: 'Gold bar', ...Object.fromEntries(blocks) }])
    await expect(database.pool.query('SELECT internal_notes FROM assets')).rejects.toThrow(
      'permission denied',
    )
    const notes = await database.asOwner(({ pool }) =>
      pool.query('SELECT internal_notes FROM assets'),
    )
    expect(notes.rows).toEqual([{ internal_notes: 'private' }])
    await database.close()
  }

  test('gets passwords, the runtime role and stored blocks at its next start, and its data stays', async () => {
    const dataDir = await firstReleaseFolder()
    await stopPostmaster(dataDir)
    await expectPrepared(dataDir)
    const server = await startEmbedded(dataDir)
    for (const user of ROLES)
      expect(await tryConnect({ ...trusted(dataDir), user })).toBe('no password')
    await server.release()
  })
})

describe.skipIf(!isRoot)('as root', () => {
  test('the server’s account cannot read the passwords', async () => {
    const dataDir = newDataDir()
    await (await startEmbedded(dataDir)).release()
    const { uid } = fs.statSync(dataDir)
    expect(uid).toBe(serviceAccount().uid)
    expect(uid).not.toBe(0)
    expect(fs.statSync(join(dataDir, 'orangery.pgpass')).uid).toBe(0)
  })
})

testTable([
  ['orangery:x:990:991::/:/bin/false\npostgres:x:101:104::/:/bin/sh', { uid: 990, gid: 991 }],
  ['root:x:0:0::/:/bin/sh\npostgres:x:101:104::/:/bin/sh', { uid: 101, gid: 104 }],
  ['root:x:0:0::/:/bin/sh\norangery:x:0:0::/:/bin/sh', { uid: 65534, gid: 65534 }],
  ['not a list', { uid: 65534, gid: 65534 }],
])('the server runs as the account that owns the folder', (list, account) => {
  expect(serviceAccount(list)).toEqual(account)
})

/** The account of the first release's server if root started it. */
const account = isRoot ? { uid: 65534, gid: 65534 } : undefined
const LAST_MIGRATION = '20261122001000_portal_deeds'
const AT = '2026-01-02T03:04:05.006Z'
// PostgreSQL and JSON.stringify could escape it differently.
const HOSTILE = '"a": \\\\ \\" \t\n\u001f\u007f\u2028 é 😀 %s'
const heir = (name: string, share_percent: number) => ({ name, relationship: null, share_percent })
/** The blocks of the asset as this release stores them, byte for byte. */
const BLOCKS = {
  detail: { description: null, notes: HOSTILE, seller: null, storage_location: null },
  collections: [{ id: 'collection_1', name: 'Vault' }],
  estate: {
    heirs: [heir(HOSTILE, 33.3), heir('Cy', 0.1)],
    share_links: [
      { id: 'link_1', label: 'Lawyer', created_at: AT, expires_at: null, revoked_at: null },
    ],
    readiness: { score: null, gaps: [] },
  },
  verification: {
    ...{ status: null, risk_score: null, tamper_state: null, scan_count: 1 },
    scans: [{ scanned_at: AT, method: 'nfc', result: HOSTILE }],
  },
}

/**
 * A data folder as the first release left it, with its schema, its server running: `trust` on the
 * socket, no passwords, no runtime role, and one user and one asset with private notes.
 */
async function firstReleaseFolder(): Promise<string> {
  const dataDir = newDataDir()
  fs.mkdirSync(dataDir, { mode: 0o700 })
  if (account) fs.chownSync(dataDir, account.uid, account.gid)
  const bin = prepareEngine(findEngine(), dirname(dataDir), account)
  initialise(dataDir, bin)
  const how = { ...account, cwd: '/', env: serverEnvironment, detached: true }
  const options = ['-D', dataDir, ...settingArguments(dataDir)]
  spawn(join(bin, 'postgres'), options, { ...how, stdio: 'ignore' }).unref()
  while (readPidFile(dataDir)?.status !== 'ready') await sleep(20)
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

const trusted = (dataDir: string) => ({
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
    UPDATE assets SET notes = $$${HOSTILE}$$;
    INSERT INTO share_links (client_id, registry_id, label, id, created_at, secret)
      VALUES ('user_1', 'ORY-PM-1', 'Lawyer', 'link_1', '${AT}', 'opens it');
    INSERT INTO heirs (client_id, registry_id, position, name, share_percent)
      VALUES ('user_1', 'ORY-PM-1', 1, 'Cy', 0.1), ('user_1', 'ORY-PM-1', 0, $$${HOSTILE}$$, 33.30);
    INSERT INTO scans (client_id, registry_id, scanned_at, method, result)
      VALUES ('user_1', 'ORY-PM-1', '${AT}', 'nfc', $$${HOSTILE}$$);
    INSERT INTO collections (client_id, id, ref, name) VALUES ('user_1', 'collection_1', 'c', 'Vault');
    INSERT INTO collection_items (client_id, registry_id, collection_id)
      VALUES ('user_1', 'ORY-PM-1', 'collection_1');`)
  await database.close()
}
