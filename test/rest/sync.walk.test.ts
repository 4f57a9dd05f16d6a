import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { ulid } from 'ulid'
import { expect, test } from 'vitest'
import { OPERATOR } from '../../src/modules/audit/audit.writes.ts'
import { updateGrant } from '../../src/modules/grants/grant.writes.ts'
import { testGateway } from '../support/gateway.ts'
import { clientWith, grantWith, importRecords, keyWith } from '../support/portfolio.ts'
import { writePortfolio } from './portfolio-writer.ts'
import { assets } from './records.ts'
import { read, walkByLinks, walkByNumber } from './walk.ts'

const gateway = testGateway()
const { database } = gateway

// `WALK_ROUNDS=60` for a longer run.
const ROUNDS = Number(process.env.WALK_ROUNDS ?? 20)

interface Entry {
  registry_id: string
  updated_at: string
  title: string
}

/** What a partner holds of a portfolio, updated by passing on the last `as_of` each time. */
class Mirror {
  entries = new Map<string, string>()
  since: string | null = null

  constructor(
    readonly path: string,
    readonly key: string,
  ) {}

  async sync() {
    const since = this.since === null ? '' : `&updated_since=${this.since}`
    const pages = await walkByLinks(gateway, `${this.path}${since}&page_size=5`, this.key)
    if (this.since === null) this.entries = new Map()
    expect(pages.every(({ sync }) => sync.complete)).toBe(true)
    for (const page of pages) {
      for (const asset of page.data as Entry[])
        this.entries.set(asset.registry_id, `${asset.title} ${asset.updated_at}`)
      for (const { registry_id } of page.sync.removed) this.entries.delete(registry_id)
    }
    expect(pages.slice(0, -1).map(({ sync }) => sync.as_of)).toEqual(
      pages.slice(0, -1).map(() => null),
    )
    this.since = pages.at(-1)?.sync.as_of
  }
}

async function keyTo(clientId: string) {
  const { id, secret } = await keyWith(database)
  await database.prisma.apiKey.updateMany({ where: { id }, data: { tier: 'enterprise' } })
  await grantWith(database, id, clientId)
  return secret
}

async function truth(clientId: string) {
  const rows = await database.prisma.asset.findMany({ where: { clientId } })
  return new Map(
    rows.map((row) => [row.registryId, `${row.title} ${row.updatedAt.toISOString()}`] as const),
  )
}

test('a mirror that syncs during writes ends with the contents of the database', async () => {
  const clientId = await clientWith(database, assets(40))
  const path = `/api/v1/assets?client_id=${clientId}`
  const mirrors = [new Mirror(path, await keyTo(clientId)), new Mirror(path, await keyTo(clientId))]

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
  for (let round = 0; round < ROUNDS; round++) {
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
  for (let round = 0; round < ROUNDS / 4; round++) {
    await writePortfolio(database, clientId, async (writer) => {
      await writer.retitle(`Slow ${round}`)
      await sleep(60)
      await writer.retitle(`Slow ${round}, later`)
      await sleep(60)
    })
    await sleep(20)
  }
}

async function portfolio() {
  const clientId = await clientWith(database, assets(5))
  const key = await keyTo(clientId)
  const path = `/api/v1/assets?client_id=${clientId}&page_size=2`
  const whole = await walkByLinks(gateway, path, key)
  return { clientId, path, key, asOf: whole.at(-1).sync.as_of }
}
const titles = (body: { data: Entry[] }) => body.data.map(({ title }) => title)
const touch = (clientId: string, ...refs: number[]) =>
  importRecords(
    database,
    clientId,
    refs.map((ref) => ({ ...assets(5)[ref], description: randomUUID() })),
  )

test('a walk of a delta finds at its end what changed during the walk', async () => {
  const { clientId, path, key, asOf } = await portfolio()
  for (const ref of [0, 1, 2, 3, 4]) await touch(clientId, ref)
  const first = await read(gateway, `${path}&updated_since=${asOf}`, key)
  expect(titles(first)).toEqual(['Asset 0', 'Asset 1'])
  await touch(clientId, 0)
  const rest = await walkByLinks(gateway, first.links.next, key)
  expect(rest.flatMap(titles)).toEqual(['Asset 2', 'Asset 3', 'Asset 4', 'Asset 0'])
  expect(rest.at(-1).sync.as_of).toBe(rest.at(-1).data.at(-1).updated_at)
})

test('a walk of the whole list gives the instant of its start, so that the next delta finds the change', async () => {
  const { clientId, path, key } = await portfolio()
  const first = await read(gateway, path, key)
  await touch(clientId, 0, 4)
  const rest = await walkByLinks(gateway, first.links.next, key)
  const { as_of } = rest.at(-1).sync
  const delta = await walkByLinks(gateway, `${path}&updated_since=${as_of}`, key)
  expect(delta.flatMap(titles).sort()).toEqual(['Asset 0', 'Asset 4'])
})

test('a walk by numbers gives no instant, and neither do links from one of its pages', async () => {
  const { path, key, clientId, asOf } = await portfolio()
  await touch(clientId, 0, 1, 2, 3, 4)
  for (const url of [path, `${path}&updated_since=${asOf}`]) {
    const pages = await walkByNumber(gateway, url, key)
    expect(pages.map(({ sync }) => sync.as_of)).toEqual([null, null, null])
    const rest = await walkByLinks(gateway, pages[1].links.next, key)
    expect(rest.map(({ sync }) => sync.as_of)).toEqual([null])
  }
})

test('a walk from the future gives what is safe to go on from', async () => {
  const { clientId, path, key } = await portfolio()
  const { data, sync } = await read(gateway, `${path}&updated_since=9999-12-31`, key)
  expect(data).toEqual([])
  await touch(clientId, 3)
  const next = await read(gateway, `${path}&updated_since=${sync.as_of}`, key)
  expect(titles(next)).toEqual(['Asset 3'])
})

test('a change of the terms of a grant ends a full walk that is under way', async () => {
  const clientId = await clientWith(database, assets(5))
  const { id, secret: key } = await keyWith(database)
  const grant = await grantWith(database, id, clientId, { scopes: ['registry'] })
  const first = await read(gateway, `/api/v1/assets?client_id=${clientId}&page_size=2`, key)
  await updateGrant(database.prisma, OPERATOR, { grantId: grant.id, scopes: ['detail'] })
  const refused = await gateway.request(first.links.next, { key })
  expect([refused.status, refused.json.error?.code]).toEqual([400, 'invalid_parameter'])
})

test('a change of the terms of a grant ends a delta that is under way, and makes the next one incomplete', async () => {
  const clientId = await clientWith(database, assets(5))
  const { id, secret: key } = await keyWith(database)
  const grant = await grantWith(database, id, clientId, { scopes: ['registry'] })
  const path = `/api/v1/assets?client_id=${clientId}&page_size=2`
  const asOf = (await walkByLinks(gateway, path, key)).at(-1).sync.as_of
  const changed = assets(5).map((each, i) => ({ ...each, title: `New ${i}` }))
  await importRecords(database, clientId, changed)
  const since = `${path}&updated_since=${asOf}`
  const first = await read(gateway, since, key)
  expect(first.sync).toMatchObject({ mode: 'delta', complete: true })
  await updateGrant(database.prisma, OPERATOR, { grantId: grant.id, scopes: ['detail'] })
  const refused = await gateway.request(first.links.next, { key })
  expect([refused.status, refused.json.error.code]).toEqual([400, 'invalid_parameter'])
  const pages = await walkByLinks(gateway, since, key)
  expect(pages.flatMap(({ data }) => data)).toHaveLength(5)
  for (const { sync } of pages)
    expect(sync).toEqual({ mode: 'delta', complete: false, as_of: null, removed: [] })
  const { as_of } = (await walkByLinks(gateway, path, key)).at(-1).sync
  const after = await read(gateway, `${path}&updated_since=${as_of}`, key)
  expect([after.sync, after.data]).toEqual([
    { mode: 'delta', complete: true, as_of, removed: [] },
    [],
  ])
})
