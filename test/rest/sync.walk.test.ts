import { setTimeout as sleep } from 'node:timers/promises'
import { ulid } from 'ulid'
import { describe, expect, test } from 'vitest'
import { syncPoint } from '../../src/modules/assets/asset.sync.ts'
import { CHANGE_TIMES } from '../../src/modules/assets/change-times.ts'
import { testGateway } from '../support/gateway.ts'
import { clientWith, grantWith, importRecords, keyWith } from '../support/portfolio.ts'
import { writePortfolio } from './portfolio-writer.ts'
import { assets } from './records.ts'
import { read, walkByLinks, walkByNumber } from './walk.ts'

const EVERYTHING = '1970-01-01T00:00:00Z'

const gateway = testGateway()
const { database } = gateway

interface Entry {
  registry_id: string
  updated_at: string
  title: string
}

/** What a partner holds of a portfolio, updated by passing on the last `as_of` each time. */
class Mirror {
  readonly entries = new Map<string, string>()
  since: string | null = null

  constructor(
    readonly path: string,
    readonly key: string,
    readonly walk: typeof walkByLinks,
  ) {}

  async sync() {
    const since = this.since === null ? '' : `&updated_since=${this.since}`
    for (const page of await this.walk(gateway, `${this.path}${since}&page_size=5`, this.key)) {
      for (const asset of page.data as Entry[])
        this.entries.set(asset.registry_id, `${asset.title} ${asset.updated_at}`)
      for (const { registry_id } of page.sync.removed) this.entries.delete(registry_id)
      this.since = page.sync.as_of
    }
  }
}

async function keyTo(clientId: string) {
  const { id, secret } = await keyWith(database)
  await database.prisma.apiKey.update({ where: { id }, data: { tier: 'enterprise' } })
  await grantWith(database, id, clientId)
  return secret
}

async function truth(clientId: string) {
  const rows = await database.prisma.asset.findMany({ where: { clientId } })
  return new Map(
    rows.map((row) => [row.registryId, `${row.title} ${row.updatedAt.toISOString()}`] as const),
  )
}

describe('a mirror that syncs during writes', { timeout: 60_000 }, () => {
  test('ends with the contents of the database', async () => {
    const clientId = await clientWith(database, assets(40))
    const path = `/api/v1/assets?client_id=${clientId}`
    const byLinks = new Mirror(path, await keyTo(clientId), walkByLinks)
    const sinceEver = new Mirror(path, await keyTo(clientId), walkByLinks)
    sinceEver.since = EVERYTHING
    const byNumber = new Mirror(path, await keyTo(clientId), walkByNumber)
    byNumber.since = EVERYTHING
    const mirrors = [byLinks, sinceEver, byNumber]

    const writing = Promise.all([
      importAgain(clientId),
      changeOften(clientId),
      changeSlowly(clientId),
    ])
    let ended = false
    void writing.finally(() => {
      ended = true
    })
    const follow = async (mirror: Mirror) => {
      for (let syncs = 0; !ended || syncs < 2; syncs++) await mirror.sync()
    }
    await Promise.all([writing, ...mirrors.map(follow)])

    const expected = await truth(clientId)
    expect(expected.size).toBeGreaterThan(20)
    for (const mirror of mirrors) {
      await mirror.sync()
      expect(mirror.entries).toEqual(expected)
    }
  })
})

async function importAgain(clientId: string) {
  for (const round of [0, 1, 2, 3]) {
    const stated = assets(40, { description: `round ${round}` })
    await importRecords(
      database,
      clientId,
      stated.filter((_, i) => i % 7 === round),
    )
    await importRecords(database, clientId, [{ type: 'removal', asset: `a${round * 3}` }])
  }
}

async function changeOften(clientId: string) {
  for (let round = 0; round < 60; round++) {
    await writePortfolio(database, clientId, async (writer) => {
      await writer.retitle(`Often ${round}`)
      await writer.remove(round % 3)
      await writer.add(`ORY-CN-${ulid()}`)
    })
    await sleep(10)
  }
}

/** Transactions that stay open for a while after each of their changes. */
async function changeSlowly(clientId: string) {
  for (let round = 0; round < 15; round++) {
    await writePortfolio(database, clientId, async (writer) => {
      await writer.retitle(`Slow ${round}`)
      await sleep(100)
      await writer.retitle(`Slow ${round}, later`)
      await sleep(100)
    })
    await sleep(20)
  }
}

describe('a walk', () => {
  /** Five assets whose last change was hours ago, in the order of their refs. */
  async function oldPortfolio() {
    const clientId = await clientWith(database, assets(5))
    const times = ['updated_at', ...CHANGE_TIMES].map(
      (column) =>
        `${column} = now() - interval '9 hours' + substr(ref, 2)::int * interval '1 hour'`,
    )
    await database.pool.query(`UPDATE assets SET ${times.join(', ')} WHERE client_id = $1`, [
      clientId,
    ])
    await database.pool.query(
      `UPDATE portfolios SET changed_at = now() - interval '1 hour' WHERE client_id = $1`,
      [clientId],
    )
    const path = `/api/v1/assets?client_id=${clientId}&page_size=2`
    return { clientId, path, key: await keyTo(clientId) }
  }
  const titles = (body: { data: Entry[] }) => body.data.map(({ title }) => title)
  const touch = (clientId: string) =>
    importRecords(database, clientId, [{ ...assets(1)[0], description: 'new' }])

  test('by links finds at its end what changed during the walk', async () => {
    const { clientId, path, key } = await oldPortfolio()
    const first = await read(gateway, `${path}&updated_since=${EVERYTHING}`, key)
    expect(titles(first)).toEqual(['Asset 0', 'Asset 1'])
    await touch(clientId)
    const rest = await walkByLinks(gateway, first.links.next, key)
    expect(rest.flatMap(titles)).toEqual(['Asset 2', 'Asset 3', 'Asset 4', 'Asset 0'])
    expect(rest.map(({ sync }) => sync.as_of)).toEqual(rest.map(() => first.sync.as_of))
  })

  test('by numbers may miss an asset, which the next sync finds', async () => {
    const { clientId, path, key } = await oldPortfolio()
    const url = `${path}&updated_since=${EVERYTHING}`
    await read(gateway, url, key)
    await touch(clientId)
    const second = await read(gateway, `${url}&page=2`, key)
    const third = await read(gateway, `${url}&page=3`, key)
    expect([...titles(second), ...titles(third)]).not.toContain('Asset 2')
    const next = `${path}&updated_since=${third.sync.as_of}`
    expect((await walkByLinks(gateway, next, key)).flatMap(titles)).toContain('Asset 2')
  })

  test('of the plain list by numbers is completed by a sync', async () => {
    const { clientId, path, key } = await oldPortfolio()
    await read(gateway, path, key)
    await touch(clientId)
    const last = await read(gateway, `${path}&page=3`, key)
    const next = await read(gateway, `${path}&updated_since=${last.sync.as_of}`, key)
    expect(titles(next)).toEqual(['Asset 0'])
  })
})

describe('as_of', () => {
  const now = new Date('2026-05-01T12:00:30.500Z')
  const recent = new Date('2026-05-01T11:59:00Z')
  const quiet = new Date('2026-05-01T11:00:00Z')
  const since = new Date('2026-04-01T00:00:00Z')
  const start = new Date('2026-05-01T11:58:00Z')
  const page = { changedAt: recent, now, updatedSince: null, walkStart: null, offset: 0 }
  test.each([
    ['the newest change, on a first page', page, recent],
    ['the same, in a delta', { ...page, updatedSince: since }, recent],
    ['the start of a walk by cursor', { ...page, updatedSince: since, walkStart: start }, start],
    ['before the walk, by number', { ...page, offset: 5 }, new Date('2026-05-01T11:45:00Z')],
    ['where this sync began, by number', { ...page, offset: 5, updatedSince: since }, since],
    ['the newest change, by number in quiet', { ...page, changedAt: quiet, offset: 5 }, quiet],
    [
      'the same, in a delta by number in quiet',
      { ...page, changedAt: quiet, offset: 5, updatedSince: since },
      quiet,
    ],
  ])('is %s', (_name, given, expected) => {
    expect(syncPoint(given).asOf).toEqual(expected)
  })
})
