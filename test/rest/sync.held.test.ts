import { Readable } from 'node:stream'
import { describe, expect, inject, test } from 'vitest'
import { SCOPES } from '../../src/access/scopes.ts'
import { importPortfolio } from '../../src/importer/import.ts'
import { operator } from '../../src/modules/audit/audit.writes.ts'
import { createGrant, updateGrant } from '../../src/modules/grants/grant.writes.ts'
import { isCluster } from '../support/cluster.ts'
import { testGateway } from '../support/gateway.ts'
import { clientWith, importRecords, keyWith, readerOf, registryIds } from '../support/portfolio.ts'
import { testTable } from '../support/test-table.ts'
import { HeldTransactions, IMPORT_GATES, pauseBefore, pauseBeforeCommit } from '../sync/held.ts'
import { coin } from './records.ts'
import { read, textsOf } from './walk.ts'

// A response from the cache would hide what an open change does.
const gateway = testGateway({ config: { cacheMb: 0 } })
const { database } = gateway
const cached = testGateway({ database })
const START = [
  coin('a', { market_value: '5' }),
  coin('b', { market_value: '5' }),
  coin('w', { category: 'watches', market_value: '7' }),
]

/** A portfolio of which a grant shows the coins, changed before the grant began or after it. */
async function watched(changesAfter: boolean) {
  const clientId = await clientWith(database, START)
  const filter = { type: 'category', categories: ['coins'] } as const
  const { secret, grantId } = await readerOf(database, clientId, { filter })
  if (changesAfter) await importRecords(database, clientId, [{ ...START[1], title: 'New' }])
  const list = `/api/v1/assets?client_id=${clientId}`
  const { as_of } = (await read(gateway, list, secret)).sync
  const { a } = await registryIds(database, clientId)
  const urls = [
    list,
    `${list}&page_size=1`,
    `${list}&updated_since=${as_of}`,
    `${list}&updated_since=2020-01-01`,
    `/api/v1/assets/${a}?client_id=${clientId}`,
    `/api/v1/portfolio/summary?client_id=${clientId}`,
    '/api/v1/me',
  ]
  return { clientId, grantId, secret, list, everything: () => textsOf(gateway, urls, secret) }
}

const GATES = ['read', 'locked', 'stamped', 'written'] as const
type Gate = (typeof GATES)[number]

const holdImport = (held: HeldTransactions, gate: Gate, clientId: string, records: object[]) =>
  held.hold('import', async (pause) => {
    const pool = pauseBefore(database.pool, IMPORT_GATES[gate], pause)
    const lines = records.map((each) => `${JSON.stringify(each)}\n`)
    await importPortfolio(pool, clientId, Readable.from(lines))
  })

const holdTerms = (held: HeldTransactions, name: 'free' | 'terms', grantId: string) =>
  held.hold(name, async (pause) => {
    const input = { grantId, scopes: ['registry'] }
    await updateGrant(operator(pauseBeforeCommit(database.prisma, pause)), input)
  })

describe.each([false, true])('with changes after the grant began: %s', (changesAfter) => {
  // On a cluster, a grant of a shard is changed after another one that is being written.
  test.skipIf(isCluster(inject('server')))(
    'a grant of another firm that is being written changes no byte',
    async () => {
      const { clientId, everything } = await watched(changesAfter)
      const { id: keyId } = await keyWith(database)
      const { grantId } = await readerOf(database, clientId)
      const before = await everything()
      const held = new HeldTransactions()
      const writes = [
        await held.hold('free', async (pause) => {
          const input = { keyId, clientId, scopes: SCOPES, filter: { type: 'all' as const } }
          await createGrant(operator(pauseBeforeCommit(database.prisma, pause)), input)
        }),
        await holdTerms(held, 'free', grantId),
      ]
      const open = await everything().finally(() => held.release())
      expect(writes).toEqual([true, true])
      expect(open).toEqual(before)
      expect(await everything()).toEqual(before)
    },
  )

  testTable(GATES)(
    'an import that it does not see changes no byte while it is open',
    async (gate) => {
      const { clientId, everything } = await watched(changesAfter)
      const before = await everything()
      const held = new HeldTransactions()
      const records = [{ ...START[2], title: 'Another', market_value: '9' }]
      const isHeld = await holdImport(held, gate, clientId, records)
      const open = await everything().finally(() => held.release())
      expect(isHeld).toBe(true)
      expect(open).toEqual(before)
      expect(await everything()).toEqual(before)
    },
  )

  test('a walk during an open change of its own terms gives nothing to continue from', async () => {
    const { grantId, secret, list } = await watched(changesAfter)
    const held = new HeldTransactions()
    await holdTerms(held, 'terms', grantId)
    const { sync } = await read(gateway, list, secret).finally(() => held.release())
    expect([sync.complete, sync.as_of]).toEqual([true, null])
  })
})

test('a walk under terms that are later than the begin of an import has an `as_of` when the import has ended', async () => {
  const clientId = await clientWith(database, START)
  const held = new HeldTransactions()
  expect(await holdImport(held, 'written', clientId, START)).toBe(true)
  const { secret } = await readerOf(database, clientId)
  const list = `/api/v1/assets?client_id=${clientId}`
  const during = await read(cached, list, secret).finally(() => held.release())
  expect(during.sync.as_of).toBeNull()
  // The import has changed nothing, so the version of the data is the same.
  expect((await read(cached, list, secret)).sync.as_of).not.toBeNull()
})
