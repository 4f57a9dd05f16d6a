import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AssetFilter } from '../../src/access/asset-filter.ts'
import { operator } from '../../src/modules/audit/audit.writes.ts'
import { updateGrant } from '../../src/modules/grants/grant.writes.ts'
import { testDatabase } from '../support/database.ts'
import { testGateway } from '../support/gateway.ts'
import { clientWith, grantWith, importRecords, keyWith, readerOf } from '../support/portfolio.ts'
import { CLOCK_PATH, TestClock } from '../sync/clock.ts'
import { startGateway } from '../sync/gateway.ts'
import { replaceMember } from '../sync/held.ts'
import { coin } from './records.ts'
import { read, titlesOf } from './walk.ts'

const database = testDatabase({ searchPath: CLOCK_PATH })
const clock = new TestClock(database.pool)
const uncached = { cacheMb: 0 }
const gateway = testGateway({ database, now: () => clock.now, config: uncached })

const SECOND = 1_000

beforeAll(async () => {
  await clock.install()
  await clock.set(new Date('2030-01-01T00:00:00.000Z'))
})

/** A client with a coin that has a share link, which expires a second from now, and a key with a grant. */
async function expiring(filter: AssetFilter = { type: 'all' }) {
  await clock.advance(SECOND)
  const expires_at = new Date(clock.now.getTime() + SECOND).toISOString()
  const share_links = [{ label: 'viewer', expires_at }]
  const clientId = await clientWith(database, [coin('a', { share_links })])
  const { secret, grantId } = await readerOf(database, clientId, { filter })
  await clock.advance(10)
  return { clientId, grantId, secret, expires_at, path: `/api/v1/assets?client_id=${clientId}` }
}

test('the expiry of a share link changes nothing that is read', async () => {
  const { clientId, path, secret, expires_at } = await expiring()
  const first = await read(gateway, path, secret)
  expect(first.data[0].estate.share_links).toMatchObject([{ expires_at, revoked_at: null }])
  const urls = [
    path,
    `${path}&updated_since=${first.sync.as_of}`,
    `/api/v1/portfolio/summary?client_id=${clientId}`,
  ]
  const texts = () => Promise.all(urls.map((url) => read(gateway, url, secret)))
  const before = await texts()
  await clock.advance(2 * SECOND)
  expect(await texts()).toEqual(before)
})

describe('a walk during which something is written', async () => {
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

  /** Walks once, full or by a delta; `change` happens after the caller was identified, before the portfolio is read. */
  async function walkDuring(
    mode: string,
    path: string,
    key: string,
    change: () => Promise<unknown>,
  ) {
    const { as_of } = (await read(gateway, path, key)).sync
    onIdentified = change
    const url = mode === 'full' ? path : `${path}&updated_since=${as_of}`
    const { sync } = JSON.parse((await interrupted.get(url, key)).text)
    expect(sync.mode).toBe(mode)
    await clock.advance(SECOND)
    return read(gateway, `${path}&updated_since=${sync.as_of}`, key)
  }

  describe.each(['full', 'delta'])('%s', (mode) => {
    test('an import: the next delta has it', async () => {
      const { clientId, path, secret } = await expiring()
      const next = await walkDuring(mode, path, secret, () =>
        importRecords(database, clientId, [coin('b')]),
      )
      expect([next.sync.complete, titlesOf(next)]).toEqual([true, ['b']])
    })

    test('a removal: the next delta has it', async () => {
      const { clientId, path, secret } = await expiring()
      await importRecords(database, clientId, [coin('b')])
      await clock.advance(10)
      const next = await walkDuring(mode, path, secret, () =>
        importRecords(database, clientId, [{ type: 'removal', asset: 'b' }]),
      )
      expect([next.sync.complete, next.sync.removed.length]).toEqual([true, 1])
    })

    test('other terms and then an import: the next delta is incomplete', async () => {
      const coins = { type: 'category', categories: ['coins'] } as const
      const { clientId, grantId, path, secret } = await expiring(coins)
      const next = await walkDuring(mode, path, secret, async () => {
        const change = { grantId, filter: { type: 'all' } as const }
        await updateGrant(operator(database.prisma, clock.now), change)
        await importRecords(database, clientId, [coin('b')])
      })
      expect(next.sync).toMatchObject({ complete: false, as_of: null })
    })
  })
})

test('a clock of the database that is set back by an hour after a grant was given: the next change is in the next delta', async () => {
  const clientId = await clientWith(database, [coin('a')])
  const { id, secret } = await keyWith(database)
  await clock.advance(SECOND)
  await grantWith(database, id, clientId)
  const path = `/api/v1/assets?client_id=${clientId}`
  const { as_of } = (await read(gateway, path, secret)).sync
  await clock.advance(-3_600 * SECOND)
  await importRecords(database, clientId, [coin('b')])
  const next = await read(gateway, `${path}&updated_since=${as_of}`, secret)
  expect(titlesOf(next)).toEqual(['b'])
})
