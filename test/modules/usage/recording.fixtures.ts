import { vi } from 'vitest'
import { createMemoryQuota } from '../../../src/load/quota.ts'
import { readErrorCounts } from '../../../src/modules/usage/error.reads.ts'
import { testGateway } from '../../support/gateway.ts'
import { clientWith, readerOf, registryIds } from '../../support/portfolio.ts'

export const NOON = Date.parse('2026-06-10T12:00:00.000Z')
/** A text in titles and notes that must not be in any counted data. */
export const CANARY = 'canary-9f2e7c41'

export const asset = (ref: string) => ({
  type: 'asset',
  ref,
  title: CANARY,
  category: 'art',
  notes: CANARY,
})

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

  /** A key with a grant of a client who has three assets; it is noon. */
  async function begin() {
    time.now = NOON
    const clientId = await clientWith(database, ['a', 'b', 'c'].map(asset))
    const registryId = (await registryIds(database, clientId)).a ?? ''
    const { id: keyId, secret: key, grantId } = await readerOf(database, clientId)
    return { clientId, registryId, keyId, key, grantId }
  }

  /** What is counted of a key or a grant, as `endpoint outcome: requests`. */
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
    return rows.map(({ endpoint, scopes, reads, assets }) => [
      endpoint,
      scopes,
      reads,
      Number(assets),
    ])
  }

  /** What is stored of the requests of a key, newest first. */
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

  async function withBrokenReads(during: () => Promise<unknown>) {
    const original = gateway.serving.pool.query.bind(database.pool)
    const query = vi.spyOn(gateway.serving.pool, 'query')
    query.mockImplementation((...args: Parameters<typeof original>) =>
      JSON.stringify(args[0]).includes('FROM assets a')
        ? Promise.reject(new TypeError(CANARY))
        : original(...args),
    )
    await during().finally(() => query.mockRestore())
  }

  /** Reads of assets wait while `during` runs. \`begun\` resolves when the first one has begun. */
  async function withHeldReads(during: (begun: Promise<void>) => Promise<unknown>) {
    const original = gateway.serving.pool.query.bind(database.pool)
    const query = vi.spyOn(gateway.serving.pool, 'query')
    let release = () => {}
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    const begun = new Promise<void>((resolve) => {
      query.mockImplementation((...args: Parameters<typeof original>) => {
        if (!JSON.stringify(args[0]).includes('FROM assets a')) return original(...args)
        resolve()
        return released.then(() => original(...args))
      })
    })
    await during(begun).finally(() => {
      query.mockRestore()
      release()
    })
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
    begin,
    countsOf,
    readsOf,
    requestsOf,
    errorCountsOf,
    withBrokenReads,
    withHeldReads,
    withoutQuota,
  }
}
