import { beforeAll, expect, test } from 'vitest'
import { ASHDOWN } from '../../src/demo/people.ts'
import { demoRecords } from '../support/demo-records.ts'
import { testGateway } from '../support/gateway.ts'
import { clientWith, readerOf } from '../support/portfolio.ts'
import type { AcceptsPage, Partner, ReadIds } from './generators/partner.ts'

// By address: these compile with the options of a partner's program, not with ours.
const moduleOf = (name: string) => import(new URL(`generators/${name}`, import.meta.url).href)
const { CALLS }: { CALLS: Record<string, ReadIds> } = await moduleOf('calls.ts')
const { SCHEMAS }: { SCHEMAS: Record<string, AcceptsPage> } = await moduleOf('schemas.ts')

const gateway = testGateway()
const { database } = gateway
let partner: Partner
let page: { data: { registry_id: unknown }[] }

beforeAll(async () => {
  const clientId = await clientWith(database, await demoRecords(ASHDOWN))
  const { secret: key } = await readerOf(database, clientId)
  partner = { origin: gateway.url(), key, clientId }
  const path = `/api/v1/assets?client_id=${clientId}&page_size=100&include=valuations,documents`
  page = (await gateway.request(path, { key })).json
})

test.each(Object.entries(CALLS))('the client of %s reads a page', async (_name, readIds) => {
  const ids = page.data.map(({ registry_id }) => registry_id)
  expect(await readIds(partner)).toEqual(ids.slice(0, 25))
})

test.each(
  Object.entries(SCHEMAS),
)('%s accepts a page of 100 assets, and no other', (_name, accepts) => {
  expect(page.data).toHaveLength(100)
  expect(accepts(page)).toBe(true)
  const [asset, ...others] = page.data
  expect(accepts({ ...page, data: [{ ...asset, registry_id: 5 }, ...others] })).toBe(false)
})
