import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test, vi } from 'vitest'
import { nameImportSql } from '../../src/database/open-imports.ts'
import { importPortfolio } from '../../src/importer/import.ts'
import { asset, collection, document, ndjson, removed, testScratch, valuation } from './scratch.ts'

const scratch = testScratch()

const START = [
  collection('C'),
  asset('a', { collections: ['c'] }),
  asset('kept'),
  document('d', 'kept'),
  valuation('1', '2020-01-01', 'appraisal', 'kept'),
]
const REMOVALS = [
  removed.asset('a'),
  removed.document('d'),
  removed.valuation('2020-01-01', 'appraisal', 'kept'),
]

async function startedClient() {
  const client = await scratch.newClient(START)
  return { client, before: await scratch.dump(client) }
}

/** Lines enough for several batches, and then whatever `then` does. */
async function* manyThen(then: () => Promise<void>): AsyncGenerator<Uint8Array> {
  const assets = Array.from({ length: 3_000 }, (_, index) =>
    asset(`n${index}`, { notes: 'x'.repeat(2_000) }),
  )
  yield* ndjson([...REMOVALS, ...assets])
  await then()
}

describe('a file is imported completely or not at all', () => {
  test('the list of bad lines is bounded, in order, and their count is not', async () => {
    const client = await scratch.newClient()
    const unknown = valuation('1', '2020-01-01', 's', 'none')
    const lines = Array.from({ length: 1_500 }, (_, index) => (index % 2 ? '{' : unknown))
    const report = await scratch.import(client, lines)
    expect(report.bad_count).toBe(1_500)
    expect(report.bad.map(({ line }) => line)).toEqual(
      Array.from({ length: 1_000 }, (_, index) => index + 1),
    )
  })

  test('a source that fails imports nothing, and the pool still works', async () => {
    const { client, before } = await startedClient()
    const failing = manyThen(() => Promise.reject(new Error('The disk is gone.')))
    const failed = importPortfolio(scratch.pool(), client, failing)
    await expect(failed).rejects.toThrow('The disk is gone.')
    const stream = new Readable({ read() {} })
    stream.push(Buffer.from(`${JSON.stringify(asset('b'))}\n`))
    process.nextTick(() => stream.destroy(new Error('The pipe broke.')))
    await expect(importPortfolio(scratch.pool(), client, stream)).rejects.toThrow('The pipe broke.')
    expect(await scratch.dump(client)).toEqual(before)
    expect(await scratch.import(client, START)).toMatchObject({ assets: { unchanged: 2 } })
  })

  test.each([
    'reading',
    'writing',
  ])('a connection that is cut while %s imports nothing', async (stage) => {
    const { client, before } = await startedClient()
    const cut = async () => {
      await scratch.pool().query(`
        SELECT pg_terminate_backend(pid) FROM pg_stat_activity
         WHERE pid <> pg_backend_pid() AND datname = current_database() AND xact_start IS NOT NULL`)
      // Until the news has arrived, with no statement under way to take it.
      await sleep(200)
    }
    let cutting: Promise<void> | undefined
    const onProgress = (progress: { stage: string }) => {
      if (stage === 'writing' && progress.stage === stage) cutting = cut()
    }
    const source = manyThen(stage === 'reading' ? cut : async () => {})
    await expect(importPortfolio(scratch.pool(), client, source, { onProgress })).rejects.toThrow()
    await cutting
    expect(await scratch.dump(client)).toEqual(before)
  })

  test('a source that is silent is ended with a plain sentence, and nothing is kept', async () => {
    const { client, before } = await startedClient()
    const silent = Readable.from(ndjson([asset('b')]))
    silent.push = () => true
    const limited = { maxSilenceMs: 500 }
    await expect(importPortfolio(scratch.pool(), client, silent, limited)).rejects.toMatchObject({
      code: 'request_timeout',
      message: expect.stringContaining('sent nothing for ten minutes'),
    })
    expect(await scratch.dump(client)).toEqual(before)
  })

  test('a slow source is not a silent one: what has come is sent after a second', async () => {
    const { client } = await startedClient()
    const now = performance.now.bind(performance)
    const clock = vi.spyOn(performance, 'now')
    async function* slow() {
      yield* ndjson([asset('b')])
      clock.mockImplementation(() => now() + 60_000)
      yield* ndjson([asset('c')])
      const sent = `SELECT query FROM pg_stat_activity WHERE application_name LIKE 'orangery import ' || $1 || ' %'`
      await expect
        .poll(() => scratch.rows(client, sent))
        .toMatchObject([{ query: expect.stringContaining('COPY staged_assets') }])
    }
    await importPortfolio(scratch.pool(), client, slow()).finally(() => clock.mockRestore())
  })

  test('an import that waits for another one says for which', async () => {
    const { client } = await startedClient()
    const holder = await scratch.pool().connect()
    await holder.query('BEGIN')
    const name = `SELECT pg_backend_pid() AS pid, ${nameImportSql('$1')}`
    const { rows } = await holder.query(name, [client])
    const lock = 'UPDATE portfolios SET data_version = data_version WHERE client_id = $1'
    await holder.query(lock, [client])
    const onWait = vi.fn(() => void holder.query('ROLLBACK'))
    await scratch.import(client, [asset('b')], { onWait })
    holder.release()
    expect(onWait.mock.calls).toMatchObject([[{ clientId: client, pid: rows[0].pid }]])
  })

  test('a slow source locks nothing; two imports of one client both finish', async () => {
    const { client } = await startedClient()
    const slow = manyThen(async () => {
      expect(await scratch.import(client, [asset('b')])).toMatchObject({ assets: { created: 1 } })
    })
    const first = importPortfolio(scratch.pool(), client, slow)
    const others = ['x', 'y', 'z'].map((ref) => {
      const shared = asset('shared', { title: ref })
      return scratch.import(client, [asset(ref), shared, { ...collection(ref), ref }])
    })
    const reports = await Promise.all([first, ...others])
    expect(reports.map(({ kept }) => kept)).toEqual([true, true, true, true])
    expect(reports.reduce((sum, { assets }) => sum + assets.created, 0)).toBe(3_000 + 4)
    expect(await scratch.list(client, 'portfolios', 'data_version')).toEqual(['6'])
  })

  test('an import that waits for its source locks no table, and finds a client who is gone', async () => {
    const client = await scratch.newClient()
    const tables = 'portfolios, assets, collections, valuations, documents, asset_scans'
    async function* slow() {
      yield* ndjson([asset('b')])
      await scratch.pool().query(`BEGIN; SET LOCAL lock_timeout = '10s';
        LOCK TABLE ${tables} IN ACCESS EXCLUSIVE MODE; COMMIT`)
      await scratch.pool().query('DELETE FROM portfolios WHERE client_id = $1', [client])
    }
    await expect(importPortfolio(scratch.pool(), client, slow())).rejects.toMatchObject({
      code: 'record_not_found',
    })
  })
})
