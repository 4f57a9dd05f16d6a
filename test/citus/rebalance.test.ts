import { beforeAll, describe, expect, inject, test } from 'vitest'
import { runChecks } from '../../src/doctor/run-checks.ts'
import { assets } from '../rest/records.ts'
import { isCluster } from '../support/cluster.ts'
import { testGateway } from '../support/gateway.ts'
import { clientWith, grantWith, importRecords, keyWith } from '../support/portfolio.ts'

const CLIENTS = 8
const ASSETS = 20

interface Mirrored {
  readonly clientId: string
  readonly key: string
  title: string
}

// Without a cluster there is nothing to move.
describe.runIf(isCluster(inject('server')))('while shards move to another node and back', () => {
  const gateway = testGateway()
  const { pool } = gateway.database
  const clients: Mirrored[] = []

  beforeAll(async () => {
    for (let i = 0; i < CLIENTS; i++) {
      const clientId = await clientWith(gateway.database, assets(ASSETS))
      const { id, secret } = await keyWith(gateway.database)
      await grantWith(gateway.database, id, clientId)
      await gateway.database.prisma.apiKey.updateMany({
        where: { id },
        data: { tier: 'enterprise' },
      })
      clients.push({ clientId, key: secret, title: '' })
    }
  })

  async function shardsOf(port: number): Promise<number> {
    const { rows } = await pool.query<{ count: number }>(
      `SELECT count(*)::int AS count FROM citus_shards WHERE table_name = 'portfolios'::regclass AND nodeport = $1`,
      [port],
    )
    return rows[0]?.count ?? 0
  }

  async function lastWorker(): Promise<{ host: string; port: number }> {
    const { rows } = await pool.query<{ host: string; port: number }>(
      'SELECT nodename AS host, nodeport AS port FROM pg_dist_node WHERE groupid > 0 ORDER BY nodeport DESC LIMIT 1',
    )
    if (!rows[0]) throw new Error('the cluster has no workers')
    return rows[0]
  }

  async function rebalance(): Promise<void> {
    const client = await pool.connect()
    try {
      await client.query('SET statement_timeout = 0')
      await client.query('SELECT citus_rebalance_start()')
      await client.query('SELECT citus_rebalance_wait()')
    } finally {
      client.release(true)
    }
  }

  test('every read is answered and every import is kept', { timeout: 300_000 }, async () => {
    const worker = await lastWorker()
    const before = await shardsOf(worker.port)
    expect(before).toBeGreaterThan(0)
    const statuses = new Map<number, number>()
    let imports = 0
    let isOver = false
    const read = async (client: Mirrored) => {
      // The length of the page differs each time, so that no answer is a cached one.
      for (let size = 1; !isOver; size = (size % 99) + 1) {
        const path = `/api/v1/assets?client_id=${client.clientId}&page_size=${size}`
        const { status } = await gateway.request(path, { key: client.key })
        statuses.set(status, (statuses.get(status) ?? 0) + 1)
      }
    }
    const write = async (client: Mirrored) => {
      for (let i = 0; !isOver; i++) {
        const title = `Title ${i}`
        await importRecords(gateway.database, client.clientId, assets(ASSETS, { title }))
        client.title = title
        imports += 1
      }
    }
    const load = Promise.all([...clients.slice(0, 3).map(read), ...clients.slice(3).map(write)])
    // Its failure is met at the end.
    load.catch(() => {})
    const mayHave = (shards: boolean) =>
      pool.query('SELECT citus_set_node_property($1, $2, $3, $4)', [
        worker.host,
        worker.port,
        'shouldhaveshards',
        shards,
      ])
    try {
      await mayHave(false)
      await rebalance()
      expect(await shardsOf(worker.port)).toBe(0)
      await mayHave(true)
      await rebalance()
      expect(await shardsOf(worker.port)).toBe(before)
    } finally {
      isOver = true
      await load
    }
    process.stdout.write(`rebalancing: ${JSON.stringify([...statuses])}, ${imports} imports\n`)
    // The quota of a key is the only reason to refuse a read.
    expect([...statuses.keys()].filter((status) => status !== 200 && status !== 429)).toEqual([])
    expect(statuses.get(200)).toBeGreaterThan(0)
    expect(imports).toBeGreaterThan(0)
    for (const { clientId, title } of clients.slice(3)) {
      const titles = await gateway.database.prisma.asset.findMany({ where: { clientId } })
      expect(titles.map((asset) => asset.title)).toEqual(titles.map(() => title))
      expect(titles).toHaveLength(ASSETS)
    }
    expect((await runChecks(pool)).findings).toEqual([])
  })
})
