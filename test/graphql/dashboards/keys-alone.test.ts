import { expect, test } from 'vitest'
import { createFieldLimits } from '../../../src/graphql/field-limits.ts'
import { createMemoryQuota } from '../../../src/load/quota.ts'
import { testGateway } from '../../support/gateway.ts'
import { clientWith, grantWith, keyWith } from '../../support/portfolio.ts'
import { outcomesOf } from '../../support/tables.ts'
import { createFixtures } from '../portal/fixtures.ts'

/** The limits that the fields have asked for: their names and calls a minute. */
const asked: Record<string, number> = {}
const limits = createFieldLimits(createMemoryQuota())
const gateway = testGateway({
  fieldLimits: {
    use(context, info, perMinute) {
      asked[info.fieldName] = perMinute
      return limits.use(context, info, perMinute)
    },
  },
})
const { database } = gateway

/** Fields over all portfolios of a key. */
const FIELDS = {
  portfolioTotals: 'portfolioTotals(first: 1) { portfolioCount }',
  expiringDocuments: 'expiringDocuments { nodes { id } }',
  newestChanges: 'newestChanges(first: 1) { id }',
  changes: 'changes { nextCursor }',
}

test('what is of all portfolios of a key is served to keys alone', async () => {
  const { bearer } = await createFixtures(database)
  const all = `{ ${Object.values(FIELDS).join(' ')} }`
  for (const role of ['client', 'admin', 'staff', 'clientToken', 'anonymous'] as const) {
    const key = bearer[role]
    const { json } = await gateway.graphql(all, { ...(key && { key }) })
    const code = role === 'anonymous' ? 'missing_api_key' : 'caller_not_allowed'
    const codes = Object.fromEntries(
      json.errors.map((error: { path: string[]; extensions: { code: string } }) => [
        error.path[0],
        error.extensions.code,
      ]),
    )
    expect(codes, role).toEqual(await outcomesOf(FIELDS, () => code))
  }
})

test('fields that read whole portfolios are served so many times a minute', async () => {
  const clientId = await clientWith(database, [])
  const { id, secret } = await keyWith(database)
  await grantWith(database, id, clientId)
  const read = async (fields: string) => {
    for (const field of Object.keys(asked)) delete asked[field]
    const { json } = await gateway.graphql(`{ ${fields} }`, { key: secret })
    expect(json.errors).toBeUndefined()
    return { ...asked }
  }
  const inPortfolio = (fields: string) => `portfolio(clientId: "${clientId}") { ${fields} }`
  expect(await read(inPortfolio('assets { totalCount }'))).toEqual({})
  expect(await read(inPortfolio('assets(filter: { search: "a" }) { totalCount }'))).toEqual({
    assets: 120,
  })
  const ordered = 'assets(orderBy: { field: updated_at }) { totalCount }'
  expect(await read(inPortfolio(ordered))).toEqual({ assets: 120 })
  expect(await read(inPortfolio('valueHistory { at }'))).toEqual({ valueHistory: 60 })
  expect(await read(FIELDS.portfolioTotals)).toEqual({ portfolioTotals: 30 })
})
