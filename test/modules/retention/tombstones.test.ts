import { expect, test } from 'vitest'
import { runChecks } from '../../../src/doctor/run-checks.ts'
import { deltasFrom, moveBegin } from '../../../src/modules/retention/tombstones.writes.ts'
import { coin } from '../../rest/records.ts'
import { read } from '../../rest/walk.ts'
import { testGateway } from '../../support/gateway.ts'
import { clientWith, importRecords, readerOf } from '../../support/portfolio.ts'
import { applied } from '../../support/tables.ts'

const gateway = testGateway()
const { database } = gateway
const BATCH = 10

const removalOf = (ref: string) => ({ type: 'removal', asset: ref })
const tombstonesOf = (clientId: string) => database.prisma.tombstone.count({ where: { clientId } })

async function mirrorOfCoins() {
  const watch = coin('w', { category: 'watches' })
  const clientId = await clientWith(database, [coin('a'), coin('b'), coin('c'), watch])
  const { secret } = await readerOf(database, clientId, {
    filter: { type: 'category', categories: ['coins'] },
  })
  const path = `/api/v1/assets?client_id=${clientId}`
  const readSince = (since: string, more = '') =>
    read(gateway, `${path}&updated_since=${since}${more}`, secret)
  const { as_of: start } = (await read(gateway, path, secret)).sync
  return { clientId, secret, path, start, readSince }
}

const moved = (begin: Date, batch = BATCH) => moveBegin(gateway.serving.pool, begin, batch)

async function clock(): Promise<Date> {
  const { rows } = await database.pool.query('SELECT clock_timestamp()::timestamptz(3) AS now')
  return rows[0].now
}

test('deltas are possible from the begin of the month thirteen months ago on', () => {
  const begins = {
    '2027-03-31T00:00:00.000Z': '2026-02-01T00:00:00.000Z',
    '2027-03-07T23:59:59.999Z': '2026-01-01T00:00:00.000Z',
    '2027-01-01T00:00:00.000Z': '2025-11-01T00:00:00.000Z',
  }
  expect(applied(begins, (now) => deltasFrom(new Date(now)).toISOString())).toEqual(begins)
})

test('tombstones that are past their retention are removed, in batches, and the others stay', async () => {
  const { clientId } = await mirrorOfCoins()
  for (const ref of ['a', 'b']) await importRecords(database, clientId, [removalOf(ref)])
  const begin = await clock()
  await importRecords(database, clientId, [removalOf('c')])
  await clientWith(database, [])
  expect(await moved(begin, 1)).toBe(2)
  const { portfolio, shownExpiry } = database.prisma
  const where = { deltasFrom: begin }
  expect(await shownExpiry.count({ where })).toBe(await portfolio.count())
  expect(await tombstonesOf(clientId)).toBe(1)
  expect((await runChecks(database.pool)).findings).toEqual([])
})

test('tombstones that are past their retention make a delta from before them incomplete, and not one from a later full walk', async () => {
  const { clientId, secret, path, start, readSince } = await mirrorOfCoins()
  await importRecords(database, clientId, [removalOf('a')])
  await moved(await clock())
  const { sync, data } = await readSince(start)
  expect([sync, data]).toEqual([{ mode: 'delta', complete: false, as_of: null, removed: [] }, []])
  const full = await read(gateway, path, secret)
  await importRecords(database, clientId, [removalOf('b')])
  const delta = await readSince(full.sync.as_of)
  expect([delta.sync.complete, delta.sync.removed.length]).toEqual([true, 1])
})

test('tombstones that are past their retention make the rest of a delta incomplete that began before them, and end no walk', async () => {
  const { clientId, secret, path, start, readSince } = await mirrorOfCoins()
  await importRecords(database, clientId, [coin('d')])
  for (const ref of ['a', 'b']) await importRecords(database, clientId, [removalOf(ref)])
  const { links: delta } = await readSince(start, '&page_size=1')
  const { links: full } = await read(gateway, `${path}&page_size=1`, secret)
  expect([delta.next, full.next]).not.toContain(null)
  await moved(await clock())
  const later = (next: string) => gateway.request(next, { key: secret })
  const rest = await later(delta.next)
  expect([rest.status, rest.json.sync]).toEqual([
    200,
    { mode: 'delta', complete: false, as_of: null, removed: [] },
  ])
  expect(await later(full?.next)).toMatchObject({ status: 200 })
})

test('tombstones that are past their retention do not tell a grant that something was removed that it could not see', async () => {
  const [one, other] = [await mirrorOfCoins(), await mirrorOfCoins()]
  await importRecords(database, other.clientId, [removalOf('w')])
  const begin = await clock()
  await moved(begin)
  expect(await tombstonesOf(other.clientId)).toBe(0)
  for (const { start, readSince, path, secret } of [one, other]) {
    const incomplete = { mode: 'delta', complete: false, as_of: null, removed: [] }
    expect((await readSince(start)).sync).toEqual(incomplete)
    expect((await read(gateway, path, secret)).sync.as_of).toBe(begin.toISOString())
  }
})

test('tombstones that are past their retention never move the instant of a summary back', async () => {
  const { clientId, secret } = await mirrorOfCoins()
  for (const ref of ['a', 'b', 'c']) await importRecords(database, clientId, [removalOf(ref)])
  const asOf = async () =>
    (await read(gateway, `/api/v1/portfolio/summary?client_id=${clientId}`, secret)).data.as_of
  const before = await asOf()
  await moved(await clock())
  expect((await asOf()) >= before).toBe(true)
})

test('tombstones that are past their retention leave later instants to what is written then, also where the clock was ahead', async () => {
  const { clientId, path, secret, readSince } = await mirrorOfCoins()
  const ahead = new Date((await clock()).getTime() + 3_600_000)
  await moved(ahead)
  const { as_of } = (await read(gateway, path, secret)).sync
  expect(as_of).toBe(ahead.toISOString())
  await importRecords(database, clientId, [coin('late')])
  const delta = await readSince(as_of)
  expect([delta.sync.complete, delta.data.length]).toEqual([true, 1])
})
