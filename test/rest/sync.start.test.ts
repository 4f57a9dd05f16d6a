import { expect, test, vi } from 'vitest'
import { testGateway } from '../support/gateway.ts'
import { clientWith, importRecords, readerOf } from '../support/portfolio.ts'
import { assets } from './records.ts'

const gateway = testGateway()
const { database } = gateway

const late = { type: 'asset', ref: 'late', title: 'Late', category: 'art' }

/** Imports an asset as soon as the first statement of this text has its result. */
function importAfter(text: string, clientId: string) {
  const { pool } = gateway.serving
  const query = pool.query.bind(pool)
  let imported = 0
  vi.spyOn(pool, 'query').mockImplementation(async (...given: unknown[]) => {
    const result = await Reflect.apply(query, pool, given)
    if (JSON.stringify(given).includes(text) && imported++ === 0)
      await importRecords(database, clientId, [late])
    return result
  })
  return () => {
    vi.restoreAllMocks()
    return imported
  }
}

test.each([
  ['with assets', assets(3)],
  ['that is empty', []],
])('an asset that is imported just after the page of a full walk was read is in the walk or in the delta that follows: a list %s', async (_what, records) => {
  const clientId = await clientWith(database, records)
  const { secret: key } = await readerOf(database, clientId)
  const path = `/api/v1/assets?client_id=${clientId}`
  const statementsSeen = importAfter('WITH page', clientId)
  const first = (await gateway.request(path, { key })).json
  expect(statementsSeen()).toBeGreaterThan(0)
  const delta = await gateway.request(`${path}&updated_since=${first.sync.as_of}`, { key })
  const titles = [...first.data, ...delta.json.data].map(({ title }) => title)
  expect(titles.filter((title) => title === 'Late')).not.toEqual([])
})
