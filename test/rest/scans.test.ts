import { beforeAll, expect, test } from 'vitest'
import { testGateway } from '../support/gateway.ts'
import { clientWith, readerOf, registryIds } from '../support/portfolio.ts'
import { testTable } from '../support/test-table.ts'
import { read } from './walk.ts'

const gateway = testGateway()
const { database } = gateway
let clientId = ''
let ids: Record<string, string> = {}
let key = ''

const scansOf = (count: number) =>
  Array.from({ length: count }, (_, i) => ({
    scanned_at: new Date(Date.UTC(2026, 0, 1) + i * 1000).toISOString(),
    method: 'nfc',
    result: 'match',
  }))
const watch = (ref: string, count: number) => ({
  type: 'asset',
  ref,
  title: ref,
  category: 'watches',
  verification: { scans: scansOf(count) },
})

beforeAll(async () => {
  clientId = await clientWith(database, [watch('many', 1000), watch('ten', 10), watch('none', 0)])
  ids = await registryIds(database, clientId)
  key = (await readerOf(database, clientId, {}, { scopes: ['verification'] })).secret
})

const list = (rest = '') => `/api/v1/assets?client_id=${clientId}${rest}`
const one = (ref: string) => `/api/v1/assets/${ids[ref]}?client_id=${clientId}`
const newestFirst = (count: number) => scansOf(count).reverse()

testTable(['', '&updated_since=2020-01-01'])('scans are the newest ten in a list', async (rest) => {
  const { data } = await read(gateway, list(rest), key)
  const found = Object.fromEntries(
    data.map(({ title, verification }: { title: string; verification: object }) => [
      title,
      verification,
    ]),
  )
  expect(found.many).toMatchObject({ scan_count: 1000 })
  expect(found.many.scans).toEqual(newestFirst(1000).slice(0, 10))
  expect(found.ten).toMatchObject({ scan_count: 10, scans: newestFirst(10) })
  expect(found.none).toMatchObject({ scan_count: 0, scans: [] })
})

testTable([
  ['many', 1000],
  ['ten', 10],
  ['none', 0],
])('scans are all there for one asset', async (ref, count) => {
  const { verification } = (await read(gateway, one(ref), key)).data
  expect(verification.scan_count).toBe(count)
  expect(verification.scans).toEqual(newestFirst(count))
})
