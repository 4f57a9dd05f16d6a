import { beforeEach, vi } from 'vitest'
import { createMemoryQuota } from '../../../src/load/quota.ts'
import { readErrorCounts } from '../../../src/modules/usage/error.reads.ts'
import { type Call, testGateway } from '../../support/gateway.ts'
import { clientWith, readerOf, registryIds } from '../../support/portfolio.ts'

export const NOON = Date.parse('2026-06-10T12:00:00.000Z')
/** A text in titles and notes that must not be in any counted data. */
export const CANARY = 'canary-9f2e7c41'

export function asset(ref: string) {
  return { type: 'asset', ref, title: CANARY, category: 'art', notes: CANARY }
}

/** A gateway whose clock and quota a test sets, and ways to ask it what it has counted. */
export function countingGateway() {
  const time = { now: NOON }
  let exhausted = false
  const counting = createMemoryQuota()
  const gateway = testGateway({
    now: () => new Date(time.now),
    quota: {
      ...counting,
      spend: async (...spent) => ({
        ...(await counting.spend(...spent)),
        ...(exhausted && { exceeded: true }),
      }),
    },
  })
  const { database } = gateway

  // For each test a key with a grant of a client who has three assets; it is noon.
  const of = { clientId: '', registryId: '', keyId: '', key: '', grantId: '' }
  beforeEach(async () => {
    time.now = NOON
    of.clientId = await clientWith(database, ['a', 'b', 'c'].map(asset))
    of.registryId = (await registryIds(database, of.clientId)).a ?? ''
    const { id: keyId, secret: key, grantId } = await readerOf(database, of.clientId)
    Object.assign(of, { keyId, key, grantId })
  })

  /** The counts of a key or a grant, as `endpoint outcome: requests`. */
  async function countsOf(id: string) {
    await gateway.usage.flush()
    const rows = id.startsWith('key_')
      ? await database.prisma.keyUsage.findMany({ where: { keyId: id } })
      : await database.prisma.grantUsage.findMany({ where: { grantId: id } })
    return Object.fromEntries(
      rows.flatMap((row) =>
        (['ok', 'refused', 'limited', 'failed'] as const)
          .filter((outcome) => row[outcome] > 0)
          .map((outcome) => [`${row.endpoint} ${outcome}`, row[outcome]]),
      ),
    )
  }

  async function readsOf(id: string) {
    await gateway.usage.flush()
    const where = { grantId: id, reads: { gt: 0 } }
    const rows = await database.prisma.grantUsage.findMany({ where, orderBy: { endpoint: 'asc' } })
    return rows.map((row) => [row.endpoint, row.scopes, row.reads, Number(row.assets)])
  }

  /** The stored requests of a key, newest first. */
  async function requestsOf(keyId: string) {
    await gateway.usage.flush()
    const orderBy = [{ at: 'desc' }, { id: 'desc' }] as const
    return database.prisma.keyRequest.findMany({ where: { keyId }, orderBy: [...orderBy] })
  }

  async function errorCountsOf(id: string) {
    await gateway.usage.flush()
    const counts = await readErrorCounts(database.pool, [id], 2, new Date(time.now))
    const sums = new Map<string, number>()
    for (const { code, requests } of counts.get(id) ?? [])
      sums.set(code, (sums.get(code) ?? 0) + requests)
    return [...sums]
  }

  /** While `during` runs, each read of assets gives what `instead` returns. */
  async function withReads(
    during: () => Promise<unknown>,
    instead: (read: () => unknown) => unknown,
  ) {
    const original = gateway.serving.pool.query.bind(database.pool)
    const query = vi.spyOn(gateway.serving.pool, 'query')
    query.mockImplementation((...args: Parameters<typeof original>) => {
      const read = () => original(...args)
      return JSON.stringify(args[0]).includes('FROM assets a') ? instead(read) : read()
    })
    await during().finally(() => query.mockRestore())
  }

  const withBrokenReads = (during: () => Promise<unknown>) =>
    withReads(during, () => Promise.reject(new TypeError(CANARY)))

  /** Reads of assets wait while `during` runs. `begun` resolves when the first one has begun. */
  async function withHeldReads(during: (begun: Promise<void>) => Promise<unknown>) {
    let begin = () => {}
    let release = () => {}
    const begun = new Promise<void>((resolve) => {
      begin = resolve
    })
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    const held = (read: () => unknown) => {
      begin()
      return released.then(read)
    }
    await withReads(() => during(begun), held).finally(release)
  }

  async function withoutQuota(during: () => Promise<unknown>) {
    exhausted = true
    await during().finally(() => {
      exhausted = false
    })
  }

  return {
    gateway,
    time,
    of,
    list: (rest = '') => `/api/v1/assets?client_id=${of.clientId}${rest}`,
    ask: (path: string, call: Call = {}) => gateway.request(path, { key: of.key, ...call }),
    askGraphql: (query: string, call: Parameters<typeof gateway.graphql>[1] = {}) =>
      gateway.graphql(query, { key: of.key, ...call }),
    countsOf,
    readsOf,
    requestsOf,
    errorCountsOf,
    withBrokenReads,
    withHeldReads,
    withoutQuota,
  }
}
