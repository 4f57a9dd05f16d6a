import { expect, test } from 'vitest'
import { operator } from '../../../src/modules/audit/audit.writes.ts'
import { revokeGrant } from '../../../src/modules/grants/grant-revocation.writes.ts'
import { reportChanges } from '../../support/feed.ts'
import { testGateway } from '../../support/gateway.ts'
import { clientWith, grantWith, importRecords, keyWith, readerOf } from '../../support/portfolio.ts'
import { recordedLimits } from '../../support/recorded-limits.ts'
import { outcomesOf } from '../../support/tables.ts'
import { codeOf, dataOf } from '../portal/fixtures.ts'

const { asked, fieldLimits } = recordedLimits()
const gateway = testGateway({ fieldLimits })
const { database } = gateway

const COIN = { type: 'asset', ref: 'coin', title: 'Sovereign', category: 'coins' }
const CHANGES = 'id type at clientId grant { id: grantId version } reason effect'

const ask = (key: string, args = '') =>
  gateway.graphql(`{ newestChanges${args} { ${CHANGES} } }`, { key })

const newest = async (key: string, args = '') => (await ask(key, args)).json.data.newestChanges

test('the latest changes of all clients come first, and are those of the feed', async () => {
  const { id, secret } = await keyWith(database)
  expect(await newest(secret)).toEqual([])
  for (const args of ['(first: 0)', '(first: 101)'])
    expect(codeOf(await ask(secret, args))).toBe('invalid_parameter')
  const { changes: from } = await dataOf(gateway, secret, '{ changes { nextCursor } }')
  const clients = [await clientWith(database, [COIN]), await clientWith(database, [COIN])]
  const [first = '', second = ''] = clients
  const grant = await grantWith(database, id, first)
  await reportChanges(database)
  await grantWith(database, id, second)
  await reportChanges(database)
  await importRecords(database, first, [{ ...COIN, title: 'Sovereign, 1911' }])
  await reportChanges(database)

  const found = await newest(secret)
  expect(found.map((change: Record<string, string>) => [change.type, change.clientId])).toEqual([
    ['portfolio_changed', first],
    ['grant_given', second],
    ['grant_given', first],
  ])
  expect(await newest(secret, '(first: 1)')).toEqual([found[0]])
  const later = `{ changes(after: "${from.nextCursor}") { nodes { id } } }`
  const { changes } = await dataOf(gateway, secret, later)
  const ids = new Set(changes.nodes.map((change: { id: string }) => change.id))
  expect(found.slice(1).every((change: { id: string }) => ids.has(change.id))).toBe(true)

  await revokeGrant(operator(database.prisma), { grantId: grant.id })
  await reportChanges(database)
  const [ended, ...rest] = await newest(secret)
  expect(ended).toMatchObject({ type: 'grant_ended', clientId: first, reason: 'ended_by_operator' })
  expect(rest.map((change: Record<string, string>) => change.clientId)).toEqual([second])
})

test('fields that read whole portfolios are served so many times a minute', async () => {
  const clientId = await clientWith(database, [])
  const { secret } = await readerOf(database, clientId)
  const read = async (fields: string) => {
    for (const field of Object.keys(asked)) delete asked[field]
    const { json } = await gateway.graphql(`{ ${fields} }`, { key: secret })
    expect(json.errors).toBeUndefined()
    return { ...asked }
  }
  const inPortfolio = {
    'assets { totalCount }': {},
    'assets(filter: { search: "a" }) { totalCount }': { assets: 120 },
    'assets(orderBy: { field: updated_at }) { totalCount }': { assets: 120 },
    'assets(filter: { underinsured: true }) { totalCount }': { assets: 120 },
    'valueHistory { at }': { valueHistory: 60 },
    'valuesAt(at: ["2026-01-01"]) { at }': { valuesAt: 60 },
  }
  const found = await outcomesOf<object, object>(inPortfolio, (_, fields) =>
    read(`portfolio(clientId: "${clientId}") { ${fields} }`),
  )
  expect(found).toEqual(inPortfolio)
  const totals = 'portfolioTotals(first: 1) { portfolioCount } portfolios { nodes { id } }'
  expect(await read(totals)).toEqual({ portfolioTotals: 30, portfolios: 60 })
})
