import pg from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { measured } from '../../../src/measured.ts'
import { readFeedEnd } from '../../../src/modules/changes/feed.reads.ts'
import { FeedWaiter } from '../../../src/modules/changes/feed-waiter.ts'
import { BackgroundJobs } from '../../../src/serve/database.ts'
import { createId } from '../../../src/values/ids.ts'
import { testDatabase } from '../../support/database.ts'
import { reportChanges } from '../../support/feed.ts'
import { clientWith, grantWith, keyWith } from '../../support/portfolio.ts'

const CLIENTS = 5_000
const KEYS = 3
const ENDPOINTS = 1_000
const LOOKS = 8

const database = testDatabase({ isVerified: false })
const { pool, serving } = database
const log = pino({ level: 'silent' })
const counted = { statements: [] as string[], looks: 0 }
const countLook = (job: string) => {
  if (job === 'changes') counted.looks++
}
let jobs: BackgroundJobs
let keyIds: readonly string[]

beforeAll(async () => {
  keyIds = await fill()
  const asOwner = () => Promise.reject(new Error('nothing is done as the owner'))
  const settings = { requestTimeoutMs: 30_000, runtime: '', asOwner }
  jobs = new BackgroundJobs({ ...serving, ...settings }, log)
})
afterAll(() => jobs.stop())

/** Many clients, whose keys and endpoints have nothing to be told. Copies are quicker than imports. */
async function fill(): Promise<string[]> {
  const keys = await Promise.all(Array.from({ length: KEYS }, () => keyWith(database)))
  const clientId = await clientWith(database, [
    { type: 'asset', ref: 'a', title: 'Watch', category: 'watches' },
  ])
  for (const { id } of keys) await grantWith(database, id, clientId)
  await reportChanges(serving)
  const copy = (table: string, count: number, changed: string) =>
    pool.query(`INSERT INTO ${table} SELECT (jsonb_populate_record(r, jsonb_build_object(${changed}))).*
      FROM ${table} r, generate_series(1, ${count}) n`)
  const others = CLIENTS - 1
  await copy('users', others, `'id', r.id || n, 'email', n || r.email`)
  await copy('portfolios', others, `'client_id', r.client_id || n`)
  await copy('grants', others, `'id', r.id || n, 'client_id', r.client_id || n`)
  const keyId = keys[0]?.id ?? ''
  const end = await readFeedEnd(pool, keyId)
  const row = { keyId, url: 'https://1.1.1.1/', sealedSecret: '', ...end, ahead: [] }
  await database.prisma.webhookEndpoint.createMany({
    data: { ...row, id: createId('endpoint'), nextTryAt: new Date(0) },
  })
  await copy('webhook_endpoints', ENDPOINTS - 1, `'id', r.id || n`)
  await pool.query('ANALYZE')
  return keys.map(({ id }) => id)
}

async function countDuring(looks: number): Promise<string[]> {
  const original = pg.Client.prototype.query
  counted.statements.length = 0
  counted.looks = 0
  const stop = measured.listen({ job: countLook })
  const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (
    this: pg.Client,
    ...given: unknown[]
  ) {
    const [first] = given
    counted.statements.push(String(isStatement(first) ? first.text : first))
    return Reflect.apply(original, this, given)
  })
  await expect.poll(() => counted.looks).toBeGreaterThanOrEqual(looks)
  spy.mockRestore()
  stop()
  return counted.statements
}

function isStatement(value: unknown): value is { readonly text: string } {
  return typeof value === 'object' && value !== null && 'text' in value
}

test('jobs of a gateway on which nothing happens send one statement for each look, whatever its size', async () => {
  jobs.start(
    {
      demo: false,
      smtp: undefined,
      mailCommand: 'false',
      publicUrl: 'https://localhost',
      webhookAllowedRanges: [],
    },
    'secret',
    '',
  )
  // Work that runs once in an hour or a day begins with the start.
  await expect
    .poll(async () => new Set(await countDuring(2)).size, { interval: 100 })
    .toBeLessThanOrEqual(1)
  let isOver = false
  const waiter = new FeedWaiter(pool, () => isOver)
  const waits = await Promise.all(
    keyIds.map(async (keyId) => ({ keyId, end: await readFeedEnd(pool, keyId) })),
  )
  const waiting = waits.map(({ keyId, end }) => waiter.wait(keyId, end, 60_000))
  const statements = await countDuring(LOOKS)
  const looks = statements.filter((text) => text.includes('due_0'))
  const polls = statements.filter((text) => text.includes('unnest'))
  const others = statements.filter((text) => !looks.includes(text) && !polls.includes(text))
  expect(looks.length).toBeLessThanOrEqual(counted.looks)
  // How long the oldest webhook waits is read every ten seconds.
  expect(others.length).toBeLessThanOrEqual(1)
  // Due items are found by index, however many clients and grants there are.
  const { rows } = await pool.query(`EXPLAIN (FORMAT JSON) ${looks[0]}`)
  const scanned = JSON.stringify(rows).matchAll(/"Seq Scan"[^{}]*?"Relation Name":"(\w+)"/g)
  const tables = [...scanned].map(([, table]) => table)
  expect(tables).toContain('webhook_endpoints')
  expect(tables).not.toContain('grants')
  expect(tables).not.toContain('portfolios')
  isOver = true
  await Promise.all(waiting)
})
