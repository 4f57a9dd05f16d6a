import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { importPortfolio } from '../../src/importer/import.ts'
import { OPERATOR } from '../../src/modules/audit/audit.writes.ts'
import { updateGrant } from '../../src/modules/grants/grant.writes.ts'
import { testDatabase } from '../support/database.ts'
import { testGateway } from '../support/gateway.ts'
import { clientWith, grantWith, importRecords, keyWith } from '../support/portfolio.ts'
import { CLOCK_PATH, TestClock } from '../sync/clock.ts'
import { startGateway } from '../sync/gateway.ts'
import { HeldTransactions, IMPORT_GATES, pauseBefore, replaceMember } from '../sync/held.ts'
import { coin } from './records.ts'
import { read, walkByLinks } from './walk.ts'

const database = testDatabase({ searchPath: CLOCK_PATH })
const clock = new TestClock(database.pool)
const uncached = { trustProxy: false, cacheMb: 0, publicUrl: undefined }
const gateway = testGateway({ database, now: () => clock.now, config: uncached })
const slow = testGateway({ database, now: () => new Date(clock.now.getTime() - 60_000) })

const SECOND = 1_000

beforeAll(async () => {
  await clock.install()
  await clock.set(new Date('2030-01-01T00:00:00.000Z'))
})

/** A client with a coin whose share link expires a second from now. */
async function expiring() {
  await clock.advance(SECOND)
  const expiry = new Date(clock.now.getTime() + SECOND).toISOString()
  const share_links = [{ label: 'viewer', expires_at: expiry }]
  const clientId = await clientWith(database, [coin('a', { share_links })])
  const { id, secret } = await keyWith(database)
  await grantWith(database, id, clientId)
  await clock.advance(10)
  return { clientId, secret, expiry, path: `/api/v1/assets?client_id=${clientId}` }
}

/** Begins an import of coin `b`, which has its instant and is not committed. */
async function holdImport(clientId: string): Promise<HeldTransactions> {
  const held = new HeldTransactions()
  const isHeld = await held.hold('import', async (pause) => {
    const pool = pauseBefore(database.pool, IMPORT_GATES.written, pause)
    await importPortfolio(pool, clientId, Readable.from([JSON.stringify(coin('b'))]))
  })
  expect(isHeld).toBe(true)
  return held
}

const titles = (body: { data: { title: string }[] }) => body.data.map(({ title }) => title)

describe('a share link that has expired', () => {
  test('is expired by the clock that dates its change, whatever that of the gateway says', async () => {
    const { path, secret, expiry } = await expiring()
    await clock.advance(SECOND)
    const { data, sync } = await read(slow, path, secret)
    expect(data[0].updated_at).toBe(expiry)
    expect(data[0].estate.share_links[0].state).toBe('expired')
    expect(sync.as_of).toBe(expiry)
  })

  test.each([
    1, 2, 3, 4,
  ])('is in a delta of pages of %i, where several of an asset expired at once', async (size) => {
    await clock.advance(SECOND)
    const expiry = new Date(clock.now.getTime() + SECOND).toISOString()
    const share_links = ['a', 'b', 'c'].map((label) => ({ label, expires_at: expiry }))
    const names = ['a', 'b', 'c', 'd', 'e']
    const records = names.map((name) => coin(name, { share_links }))
    const clientId = await clientWith(database, records)
    const { id, secret } = await keyWith(database)
    await grantWith(database, id, clientId)
    await clock.advance(10)
    const path = `/api/v1/assets?client_id=${clientId}`
    const { as_of } = (await read(gateway, path, secret)).sync
    await clock.advance(SECOND)
    const pages = await walkByLinks(
      gateway,
      `${path}&updated_since=${as_of}&page_size=${size}`,
      secret,
    )
    expect(pages.flatMap(titles).sort()).toEqual(records.map(({ title }) => title).sort())
  })

  test('stays expired while an import is under way', async () => {
    const { clientId, path, secret } = await expiring()
    await clock.advance(SECOND)
    const before = await read(gateway, path, secret)
    const held = await holdImport(clientId)
    const during = await read(gateway, path, secret)
    await held.release()
    expect(before.data[0].estate.share_links[0].state).toBe('expired')
    expect(during.data).toEqual(before.data)
  })

  test('is the newest change, also if the clock goes back after a change of the terms has shown it', async () => {
    const { clientId, secret, expiry } = await expiring()
    await clock.advance(2 * SECOND)
    const { id: grantId } = await database.prisma.grant.findFirstOrThrow({ where: { clientId } })
    const filter = { type: 'category', categories: ['coins'] } as const
    await updateGrant(database.prisma, OPERATOR, { grantId, filter }, clock.now)
    await clock.advance(-2 * SECOND)
    const summary = `/api/v1/portfolio/summary?client_id=${clientId}`
    const before = await read(gateway, summary, secret)
    expect(before.data.as_of).toBe(expiry)
    await importRecords(database, clientId, [{ ...coin('b'), category: 'watches' }])
    expect(await read(gateway, summary, secret)).toEqual(before)
  })

  test('is in no delta as long as an import may commit an earlier change', async () => {
    const { clientId, path, secret } = await expiring()
    const { as_of } = (await read(gateway, path, secret)).sync
    const since = `${path}&updated_since=${as_of}`
    const held = await holdImport(clientId)
    await clock.advance(SECOND)
    const during = await read(gateway, since, secret)
    expect([during.data, during.sync.as_of]).toEqual([[], as_of])
    await held.release()
    expect(titles(await read(gateway, since, secret))).toEqual(['b', 'a'])
  })
})

describe('a walk during which a share link expires', async () => {
  const { serving } = database
  let onIdentified: () => Promise<unknown> = async () => {}
  const identity = replaceMember(serving.identity, 'query', async (...statement) => {
    const rows = await Reflect.apply(serving.identity.query, serving.identity, statement)
    const change = onIdentified
    onIdentified = async () => {}
    await change()
    return rows
  })
  const interrupted = await startGateway({ ...serving, identity }, clock, 64)
  afterAll(interrupted.close)

  /** Walks once; `change` happens after the caller was identified, before the portfolio is read. */
  async function walkDuring(url: string, key: string, change: () => Promise<unknown>) {
    onIdentified = change
    const { text } = await interrupted.get(url, key)
    return JSON.parse(text)
  }

  const importLater = async (clientId: string) => {
    await clock.advance(2 * SECOND)
    await importRecords(database, clientId, [coin('b')])
  }

  test.each([
    'full',
    'delta',
  ])('and an import commits: the walk after a %s one finds it', async (mode) => {
    const { clientId, path, secret } = await expiring()
    const { as_of } = (await read(gateway, path, secret)).sync
    const url = mode === 'full' ? path : `${path}&updated_since=${as_of}`
    const { sync } = await walkDuring(url, secret, () => importLater(clientId))
    expect(sync.mode).toBe(mode)
    await clock.advance(SECOND)
    const { data } = await read(gateway, `${path}&updated_since=${sync.as_of}`, secret)
    expect(titles({ data })).toEqual(['a', 'b'])
    expect(data[0].estate.share_links[0].state).toBe('expired')
  })

  test.each([
    'full',
    'delta',
  ])('and a removal commits: the walk after a %s one finds it', async (mode) => {
    const { clientId, path, secret } = await expiring()
    await importRecords(database, clientId, [coin('b')])
    await clock.advance(10)
    const { as_of } = (await read(gateway, path, secret)).sync
    const url = mode === 'full' ? path : `${path}&updated_since=${as_of}`
    const { sync } = await walkDuring(url, secret, async () => {
      await clock.advance(2 * SECOND)
      await importRecords(database, clientId, [{ type: 'removal', asset: 'b' }])
    })
    await clock.advance(SECOND)
    const next = await read(gateway, `${path}&updated_since=${sync.as_of}`, secret)
    expect(titles(next)).toEqual(['a'])
    expect(next.sync.removed).toHaveLength(1)
  })

  test('and another request is served: the next walk finds it', async () => {
    const { path, secret, expiry } = await expiring()
    const { data, sync } = await walkDuring(path, secret, async () => {
      await clock.advance(2 * SECOND)
      const { text } = await interrupted.get(`${path}&page_size=5`, secret)
      expect(JSON.parse(text).sync.as_of).toBe(expiry)
    })
    expect(data[0].estate.share_links[0].state).toBe('active')
    const next = await read(gateway, `${path}&updated_since=${sync.as_of}`, secret)
    expect(titles(next)).toEqual(['a'])
  })
})

describe('a clock of the database that is set back by an hour', () => {
  const HOUR = 3_600_000
  const changed = (clientId: string) => importRecords(database, clientId, [coin('b')])

  test('after the expiry of a link was shown: the next change is in the next delta', async () => {
    const { clientId, path, secret, expiry } = await expiring()
    await clock.advance(2 * SECOND)
    const { as_of } = (await read(gateway, path, secret)).sync
    expect(as_of).toBe(expiry)
    await clock.advance(-HOUR)
    await changed(clientId)
    const { data } = await read(gateway, `${path}&updated_since=${as_of}`, secret)
    expect(titles({ data })).toEqual(['b'])
  })

  test('after a grant was given: the next change is in the next delta', async () => {
    const clientId = await clientWith(database, [coin('a')])
    const { id, secret } = await keyWith(database)
    await clock.advance(SECOND)
    await grantWith(database, id, clientId)
    const path = `/api/v1/assets?client_id=${clientId}`
    const { as_of } = (await read(gateway, path, secret)).sync
    await clock.advance(-HOUR)
    await changed(clientId)
    const { data } = await read(gateway, `${path}&updated_since=${as_of}`, secret)
    expect(titles({ data })).toEqual(['b'])
  })

  test('a link that was shown as expired stays so, and other terms make the next delta incomplete', async () => {
    const { clientId, path, secret } = await expiring()
    await clock.advance(2 * SECOND)
    const before = await read(gateway, path, secret)
    await clock.advance(-HOUR)
    expect((await read(gateway, path, secret)).data).toEqual(before.data)
    const grant = await database.prisma.grant.findFirstOrThrow({ where: { clientId } })
    const change = { grantId: grant.id, scopes: ['valuation'] }
    await updateGrant(database.prisma, OPERATOR, change, clock.now)
    const next = await read(gateway, `${path}&updated_since=${before.sync.as_of}`, secret)
    expect(next.sync).toMatchObject({ complete: false, as_of: null })
  })
})
