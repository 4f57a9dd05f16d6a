import { beforeAll, expect, inject, test } from 'vitest'
import { SCOPES, type Scope } from '../../src/access/scopes.ts'
import { isCluster } from '../support/cluster.ts'
import { testGateway } from '../support/gateway.ts'
import { clientWith, importRecords, readerOf, registryIds } from '../support/portfolio.ts'
import { coin } from './records.ts'
import { touchedBy } from './touched.ts'
import { read } from './walk.ts'

// Each new value of an asset leaves a tombstone. They must not cost a lookup each: an asset may get a value every day.
const ASSETS = 200
const VALUES = 20
const TOMBSTONES = ASSETS * VALUES

const gateway = testGateway({ config: { cacheMb: 0 } })
const { database } = gateway
const numbers = Array.from({ length: ASSETS }, (_, n) => n)
const recordOf = (n: number, market_value: string) => coin(`a${n}`, { market_value })
let clientId = ''
let ids: string[] = []

beforeAll(async () => {
  clientId = await clientWith(
    database,
    numbers.map((n) => recordOf(n, '5')),
  )
  ids = Object.values(await registryIds(database, clientId))
})

async function reader(scopes: readonly Scope[], byId: boolean) {
  const filter = byId ? ({ type: 'items', registryIds: ids } as const) : ({ type: 'all' } as const)
  const { secret } = await readerOf(database, clientId, { scopes, filter })
  const list = `/api/v1/assets?client_id=${clientId}&page_size=10`
  const { as_of } = (await read(gateway, `${list}&category=other`, secret)).sync
  return { secret, list, since: as_of as string }
}

async function changeValues(): Promise<void> {
  for (let value = 0; value < VALUES; value++)
    await importRecords(
      database,
      clientId,
      numbers.map((n) => recordOf(n, String(value * 10))),
    )
  await database.pool.query('VACUUM ANALYZE')
}

// The plan on the coordinator of a cluster does not say what the nodes touch.
test.skipIf(isCluster(inject('server')))(
  'the tombstones of earlier values do not cost a lookup each',
  async () => {
    const readers = [
      await reader(SCOPES, false),
      await reader(SCOPES, true),
      await reader(['registry'], false),
      await reader(['registry'], true),
    ]
    await changeValues()
    for (const [place, { secret, list, since }] of readers.entries()) {
      const delta = `${list}&updated_since=${since}`
      const costs = [
        await touchedBy(gateway, list, secret),
        await touchedBy(gateway, delta, secret),
      ]
      expect.soft(Math.max(...costs), JSON.stringify({ place, costs })).toBeLessThan(TOMBSTONES)
    }
  },
)
