import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, inject, test } from 'vitest'
import { importPortfolio } from '../../src/importer/import.ts'
import { lockGrant } from '../../src/modules/grants/row-locks.ts'
import { assets } from '../rest/records.ts'
import { isCluster } from '../support/cluster.ts'
import { testDatabase } from '../support/database.ts'
import { clientWith, grantWith, keyWith } from '../support/portfolio.ts'
import { IMPORT_GATES, type Pause, pauseBefore } from '../sync/held.ts'

// Long for a shard of a few rows, on a quiet machine. Where nothing waits, the move may take longer.
const MOVE_MS = 3_000
const SLOW_MOVE_MS = 40_000

interface Placement {
  readonly shard: string
  readonly from: number
  readonly to: number
}

// Without a cluster there is nothing to move.
describe.runIf(isCluster(inject('server')))('the move of a shard waits for', () => {
  const database = testDatabase()
  const { pool, prisma } = database

  async function placementOf(clientId: string): Promise<Placement> {
    const { rows } = await pool.query<Placement>(
      `SELECT s.shardid::text AS shard, s.nodeport AS from, other.nodeport AS to
         FROM citus_shards s
         JOIN pg_dist_node other ON other.groupid > 0 AND other.nodeport <> s.nodeport
        WHERE s.shardid = get_shard_id_for_distribution_column('portfolios', $1::text) LIMIT 1`,
      [clientId],
    )
    if (!rows[0]) throw new Error('the cluster has no second worker')
    return rows[0]
  }

  async function move({ shard, from, to }: Placement): Promise<void> {
    const host = '(SELECT min(nodename) FROM pg_dist_node WHERE nodeport = $1)'
    await pool.query(
      `SELECT citus_move_shard_placement($3::bigint, ${host}, $1, ${host.replace('$1', '$2')}, $2, 'block_writes')`,
      [from, to, shard],
    )
  }

  /** Whether the client's shard can be moved while work is at its pause. */
  async function movesDuring(
    clientId: string,
    work: (pause: Pause) => Promise<unknown>,
    limit = MOVE_MS,
  ) {
    const placement = await placementOf(clientId)
    let moving = Promise.resolve()
    let isMoved = false
    await work(async () => {
      moving = move(placement)
      isMoved = await Promise.race([moving.then(() => true), sleep(limit, false)])
    })
    await moving
    expect((await placementOf(clientId)).from).toBe(placement.to)
    return isMoved
  }

  test('nobody, where nothing is locked', async () => {
    const clientId = await clientWith(database, assets(2))
    expect(await movesDuring(clientId, (pause) => pause(), SLOW_MOVE_MS)).toBe(true)
  })

  test('an import that has locked its portfolio', async () => {
    const clientId = await clientWith(database, assets(2))
    const isMoved = await movesDuring(clientId, (pause) => {
      const held = pauseBefore(pool, IMPORT_GATES.locked, pause)
      const records = assets(2, { title: 'New' }).map((record) => `${JSON.stringify(record)}\n`)
      return importPortfolio(held, clientId, Readable.from(records))
    })
    expect(isMoved).toBe(false)
    const titles = await prisma.asset.findMany({ where: { clientId }, select: { title: true } })
    expect(titles).toEqual([{ title: 'New' }, { title: 'New' }])
  })

  test('a change that has locked its grant', async () => {
    const clientId = await clientWith(database, assets(2))
    const { id } = await grantWith(database, (await keyWith(database)).id, clientId)
    const isMoved = await movesDuring(clientId, (pause) =>
      prisma.$transaction(
        async (tx) => {
          await lockGrant(tx, id)
          await pause()
        },
        { timeout: 2 * MOVE_MS },
      ),
    )
    expect(isMoved).toBe(false)
  })
})
