import * as fs from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { ownAccount } from '../../src/database/embedded/account.ts'
import { findPostmaster, stopPostmaster } from '../../src/database/embedded/postmaster.ts'
import { startEmbedded } from '../../src/database/embedded/server.ts'
import { openServing } from '../../src/database/open.ts'
import { prepareServing } from '../../src/database/prepare.ts'
import { newCluster, newDataDir, removeFolders, serverPid } from './data-folder.ts'
import { firstReleaseFolder, trusted } from './first-release.ts'
import { buildHolder, startHolder } from './processes.ts'

const isRoot = process.getuid?.() === 0

beforeAll(buildHolder)
afterEach(removeFolders)

const INVALID_PASSWORD = '28P01'
const ROLES = ['postgres', 'orangery', 'orangery_runtime']

async function enter(connection: pg.ClientConfig): Promise<string> {
  const client = new pg.Client(connection)
  client.on('error', () => {})
  return client.connect().then(
    () => client.end().then(() => 'in'),
    (error: { code?: string }) => error.code ?? 'no password',
  )
}

const passwordsOf = (dataDir: string) => fs.readFileSync(join(dataDir, 'orangery.pgpass'), 'utf8')

describe('the passwords of the embedded server', { timeout: 60_000 }, () => {
  test('are asked of every role, and are in a file of our own account alone', async () => {
    const dataDir = newDataDir()
    const { connection, runtime, release } = await startEmbedded(dataDir)
    for (const user of ROLES) {
      expect(await enter({ ...connection, user, password: '' })).not.toBe('in')
      expect(await enter({ ...connection, user, password: 'x' })).toBe(INVALID_PASSWORD)
    }
    expect(await enter(connection)).toBe('in')
    expect(await enter(runtime)).toBe('in')
    expect(await enter({ ...runtime, password: connection.password })).toBe(INVALID_PASSWORD)
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

  test('serve PostgreSQL’s own programs as PGPASSFILE, for maintenance', async () => {
    const dataDir = await newCluster()
    const { connection, release } = await startEmbedded(dataDir)
    const [line = ''] = passwordsOf(dataDir).split('\n')
    expect(line).toMatch(/^\*:\*:\*:postgres:[0-9a-f]{64}$/)
    const superuser = { ...connection, user: 'postgres', password: line.split(':')[4] ?? '' }
    expect(await enter(superuser)).toBe('in')
    await release()
  })

  test('are made anew where the file has gone, and refused with a remedy while a server runs', async () => {
    const dataDir = await newCluster()
    const before = passwordsOf(dataDir)
    const server = await startEmbedded(dataDir)
    fs.rmSync(join(dataDir, 'orangery.pgpass'))
    await expect(startEmbedded(dataDir)).rejects.toThrow(/orangery\.pgpass, is gone\. Stop every/)
    fs.writeFileSync(join(dataDir, 'orangery.pgpass'), before.replace(/[0-9a-f]{64}/g, 'ab'))
    await expect(startEmbedded(dataDir)).rejects.toThrow('is not that of this database')
    await server.release()
    fs.rmSync(join(dataDir, 'orangery.pgpass'))
    const next = await startEmbedded(dataDir)
    expect(await enter(next.connection)).toBe('in')
    expect(passwordsOf(dataDir)).not.toBe(before)
    await next.release()
  })

  test.each([
    ['a link', (file: string) => fs.symlinkSync('/etc/hostname', file), 'is a link'],
    ['a folder', (file: string) => fs.mkdirSync(file), 'is not one of ours'],
    ['something else', (file: string) => fs.writeFileSync(file, 'x'), 'has no line for postgres'],
  ])('are not taken from %s', async (_, plant, message) => {
    const dataDir = await newCluster()
    fs.rmSync(join(dataDir, 'orangery.pgpass'))
    plant(join(dataDir, 'orangery.pgpass'))
    await expect(startEmbedded(dataDir)).rejects.toThrow(message)
    expect(serverPid(dataDir)).toBeUndefined()
  })
})

describe('a folder of the first release', { timeout: 60_000 }, () => {
  async function expectPrepared(dataDir: string): Promise<void> {
    const database = await openServing({ dataDir }, () => {})
    const { applied, role, excess } = await prepareServing(database)
    expect(applied).toContain('20261123000300_share_links_without_secret')
    expect({ role, excess }).toEqual({ role: 'orangery_runtime', excess: [] })
    const assets = 'SELECT title, (SELECT label FROM share_links) AS link FROM assets'
    expect((await database.pool.query(assets)).rows).toEqual([
      { title: 'Gold bar', link: 'Lawyer' },
    ])
    await expect(database.pool.query('SELECT internal_notes FROM assets')).rejects.toThrow(
      'permission denied',
    )
    const notes = await database.asOwner(({ pool }) =>
      pool.query('SELECT internal_notes FROM assets'),
    )
    expect(notes.rows).toEqual([{ internal_notes: 'private' }])
    await database.close()
  }

  test('gets passwords and the runtime role at its next start, and keeps its data', async () => {
    const dataDir = await firstReleaseFolder()
    await stopPostmaster(dataDir)
    await expectPrepared(dataDir)
    const server = await startEmbedded(dataDir)
    for (const user of ROLES) expect(await enter({ ...trusted(dataDir), user })).toBe('no password')
    await server.release()
  })

  test('is joined while its server runs, which asks for passwords from its next start on', async () => {
    const dataDir = await firstReleaseFolder()
    const old = new pg.Client(trusted(dataDir))
    await old.connect()
    const server = await startEmbedded(dataDir)
    expect(server.adopted).toBe(true)
    expect(await enter(trusted(dataDir))).toBe('in')
    expect((await old.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }])
    await old.end()
    await server.release()
    expect(findPostmaster(dataDir)).toBeUndefined()
    await expectPrepared(dataDir)
    const next = await startEmbedded(dataDir)
    expect(await enter(trusted(dataDir))).toBe('no password')
    await next.release()
  })

  test('is prepared once by several that start at once', async () => {
    const dataDir = await firstReleaseFolder()
    await stopPostmaster(dataDir)
    const all = await Promise.all([1, 2, 3].map(() => startHolder(dataDir)))
    for (const { connection } of all) expect(await enter(connection)).toBe('in')
    await Promise.all(all.map((holder) => holder.end()))
    expect(serverPid(dataDir)).toBeUndefined()
  })
})

describe.skipIf(!isRoot)('as root', { timeout: 60_000 }, () => {
  test('the server’s account cannot read the passwords', async () => {
    const dataDir = newDataDir()
    await (await startEmbedded(dataDir)).release()
    const { uid } = fs.statSync(dataDir)
    expect(uid).toBe(ownAccount().uid)
    expect(uid).not.toBe(0)
    expect(fs.statSync(join(dataDir, 'orangery.pgpass')).uid).toBe(0)
  })
})

test.each([
  ['orangery:x:990:991::/:/bin/false\npostgres:x:101:104::/:/bin/sh', { uid: 990, gid: 991 }],
  ['root:x:0:0::/:/bin/sh\npostgres:x:101:104::/:/bin/sh', { uid: 101, gid: 104 }],
  ['root:x:0:0::/:/bin/sh\norangery:x:0:0::/:/bin/sh', { uid: 65534, gid: 65534 }],
  ['not a list', { uid: 65534, gid: 65534 }],
])('of the accounts %j the server’s own is %j', (list, account) => {
  expect(ownAccount(list)).toEqual(account)
})
