import type pg from 'pg'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import {
  type Blocker,
  endBlockers,
  onBlocker,
  watchRevocations,
} from '../../src/database/change.ts'
import type { Database } from '../../src/database/client.ts'
import { createPool } from '../../src/database/pool.ts'
import { operator } from '../../src/modules/audit/audit.writes.ts'
import { revokeGrant } from '../../src/modules/grants/grant-revocation.writes.ts'
import { revokeKey } from '../../src/modules/keys/api-key-secret.writes.ts'
import { revokeOtherSessions } from '../../src/modules/people/sessions.ts'
import { revokeToken } from '../../src/modules/tokens/token.writes.ts'
import { testDatabase } from '../support/database.ts'
import { clientWith, grantWith, keyWith, tokenOf } from '../support/portfolio.ts'
import { sessionOf } from '../support/session.ts'

const owner = testDatabase()
const { serving } = owner
const frozen: { pool: pg.Pool; client: pg.PoolClient }[] = []
const reported: Blocker[] = []
const stopReporting = onBlocker((each) => reported.push(each))

afterEach(async () => {
  for (const { pool, client } of frozen.splice(0)) {
    client.release(true)
    await pool.end()
  }
  reported.splice(0)
})
afterAll(stopReporting)

/** A session of a process that locked rows and then froze. Returns its process on the server. */
async function freeze({ pool: { options } }: Database, sql: string, name = 'orangery') {
  const { host, port, user, password, database, connectionString } = options
  const pool = createPool(connectionString ?? { host, port, user, password, database }, {
    onError: () => {},
  })
  pool.options.application_name = name
  const client = await pool.connect()
  client.on('error', () => {})
  frozen.push({ pool, client })
  await client.query(`BEGIN; ${sql}`)
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
  return rows[0]?.pid ?? 0
}

describe('a revocation whose rows a frozen process has locked', () => {
  test.each([
    ['its own role', serving],
    ['the owner', owner],
  ])('ends the session of %s, whatever is revoked', async (_, locker) => {
    const client = await clientWith(owner, [])
    const [key, other] = [await keyWith(owner), await keyWith(owner)]
    const grant = await grantWith(owner, other.id, client)
    await tokenOf(owner, client)
    await sessionOf(owner, client)
    const token = await owner.prisma.accessToken.findFirstOrThrow({ where: { userId: client } })
    const by = { kind: 'session', id: 'session_other', checkedAt: new Date(), named: true } as const
    const person = { kind: 'user', userId: client, name: '', isStaff: false, by } as const
    const pids = []
    for (const sql of [
      `SELECT FROM api_keys WHERE id = '${key.id}' FOR UPDATE`,
      `UPDATE grants SET version = version WHERE id = '${grant.id}'`,
      `SELECT FROM access_tokens WHERE id = '${token.id}' FOR UPDATE`,
      `UPDATE sessions SET user_id = user_id WHERE user_id = '${client}'`,
    ])
      pids.push(await freeze(locker, sql))
    const { prisma } = serving
    await Promise.all([
      revokeKey(operator(prisma), { keyId: key.id }),
      revokeGrant(operator(prisma), { grantId: grant.id }),
      revokeToken(operator(prisma), { tokenId: token.id }),
      revokeOtherSessions(prisma, person),
    ])
    expect(new Set(reported.map(({ pid, isEnded }) => [pid, isEnded].join()))).toEqual(
      new Set(pids.map((pid) => `${pid},true`)),
    )
  })

  test('is run twice at the same time, and neither ends the other', async () => {
    const key = await keyWith(owner)
    const pid = await freeze(serving, `SELECT FROM api_keys WHERE id = '${key.id}' FOR UPDATE`)
    const both = [1, 2].map(() => revokeKey(operator(serving.prisma), { keyId: key.id }))
    expect(await Promise.all(both)).toMatchObject([{ state: 'revoked' }, { state: 'revoked' }])
    expect(new Set(reported.map((each) => each.pid))).toEqual(new Set([pid]))
  })

  test('by a command of the owner ends a session of the runtime role over a connection of that role', async () => {
    watchRevocations(owner.prisma, [owner.pool, serving.pool])
    const key = await keyWith(owner)
    const pid = await freeze(serving, `SELECT FROM api_keys WHERE id = '${key.id}' FOR UPDATE`)
    await revokeKey(operator(owner.prisma), { keyId: key.id })
    expect(reported).toMatchObject([{ pid, isEnded: true }])
  })
})

describe('the sessions that are ended', () => {
  test('are not those of another program, and only whoever waits has them ended', async () => {
    const key = await keyWith(owner)
    const lock = `SELECT FROM api_keys WHERE id = '${key.id}' FOR UPDATE`
    const pid = await freeze(owner, lock, 'psql')
    const waiting = await serving.pool.connect()
    waiting.on('error', () => {})
    const { rows } = await waiting.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
    const waitingPid = rows[0]?.pid ?? 0
    const locked = waiting.query(lock).catch(() => 'ended')
    const blockers = () => owner.pool.query('SELECT pg_blocking_pids($1) AS pids', [waitingPid])
    await expect.poll(async () => (await blockers()).rows).toEqual([{ pids: [pid] }])
    await endBlockers([serving.pool], waitingPid, new Set())
    expect([reported, (await blockers()).rows]).toEqual([[], [{ pids: [pid] }]])
    await frozen[0]?.client.query(`SET application_name = 'orangery'`)
    const byStranger = await owner.pool.query('SELECT end_blockers($1)', [waitingPid])
    expect([byStranger.rowCount, (await blockers()).rows]).toEqual([0, [{ pids: [pid] }]])
    await endBlockers([serving.pool], waitingPid, new Set())
    expect(await locked).not.toBe('ended')
    expect(reported).toMatchObject([{ pid, isEnded: true }])
    waiting.release()
  })
})
