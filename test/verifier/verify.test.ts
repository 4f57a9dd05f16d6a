import { afterEach, describe, expect, test } from 'vitest'
import { testDatabase } from '../support/database.ts'
import { clientWith, grantWith, importRecords, keyWith } from '../support/portfolio.ts'
import { findForgotten } from './verify.ts'

// The tests take the log themselves.
const database = testDatabase({ isVerified: false })
const { pool, prisma } = database

const START = [
  { type: 'collection', ref: 'c', name: 'Vault' },
  { type: 'asset', ref: 'a', title: 'A', category: 'art', collections: ['c'], market_value: '5' },
  { type: 'asset', ref: 'b', title: 'B', category: 'art' },
  { type: 'document', asset: 'a', ref: 'd', document_type: 'deed', title: 'D' },
]

afterEach(() => pool.query('TRUNCATE portfolios, change_log.changes CASCADE'))

/** The statements of a writer on asset `a` of a client at an instant. */
type Write = (statements: ReturnType<typeof statementsOf>) => string | string[]

function statementsOf(client: string, at: Date) {
  const asset = `client_id = '${client}' AND ref = 'a'`
  const ofAsset = `WHERE client_id = '${client}'
    AND registry_id = (SELECT registry_id FROM assets WHERE ${asset})`
  /** Sets columns, and moves the times of these scopes, with that of the asset where there are any. */
  const update = (set: string, ...scopes: string[]) => {
    const times = (scopes.length > 0 ? [...scopes, 'updated'] : []).map(
      (scope) => `, ${scope}_at = '${at.toISOString()}'`,
    )
    return `UPDATE assets SET ${set}${times.join('')} WHERE ${asset}`
  }
  const removal = (table: string) => `DELETE FROM ${table} ${ofAsset}`
  const tombstone = (category = 'art') =>
    `INSERT INTO tombstones SELECT client_id, '${at.toISOString()}', registry_id, '${category}',
       ARRAY(SELECT id FROM collections WHERE client_id = '${client}'), market_value
       FROM assets WHERE ${asset}`
  return { client, at, asset, ofAsset, update, removal, tombstone }
}

async function startedClient(): Promise<string> {
  const clientId = await clientWith(database, START)
  expect(await findForgotten(pool)).toEqual([])
  return clientId
}

/** The findings after a writer that raises the version and then runs these statements. */
async function foundAfter(write: Write, raises = true) {
  const clientId = await startedClient()
  const at = new Date(Date.now() + 5)
  await prisma.$transaction(async (tx) => {
    if (raises)
      await tx.$executeRaw`UPDATE portfolios SET data_version = data_version + 1, changed_at = ${at}
                            WHERE client_id = ${clientId}`
    for (const sql of [write(statementsOf(clientId, at))].flat()) await tx.$executeRawUnsafe(sql)
  })
  const found = await findForgotten(pool)
  return found.map((line) => line.replace(/(user|ORY)[-_][\w-]+:? ?/g, '').replace(/ ?\{.*/, ''))
}

const NOTED = '{"description":null,"notes":"N","seller":null,"storage_location":null}'
const unmoved = (scope: string) => `${scope}_at did not move, although data of ${scope} changed`
const LEFT = 'no tombstone, although the asset has left'

describe('the verifier finds a writer that forgot', () => {
  test.each<[string, Write, ...string[]]>([
    ['the time of a scope', ({ update }) => update("title = 'New'"), unmoved('registry')],
    [
      'the time of one scope of two',
      ({ update }) => update(`title = 'N', detail = '${NOTED}'`, 'detail'),
      unmoved('registry'),
    ],
    [
      'the time for a related row',
      ({ ofAsset }) => `UPDATE documents SET title = 'E' ${ofAsset}`,
      unmoved('documentation'),
    ],
    [
      'the time for a collection that has another name',
      ({ client }) => `UPDATE collections SET name = 'Safe' WHERE client_id = '${client}'`,
      unmoved('detail'),
      'collections: collections differ from the collections that it is in:',
    ],
    [
      'that nothing of a scope changed',
      ({ update }) => update("title = 'New'", 'registry', 'estate'),
      'estate_at moved, although no data of estate changed',
    ],
    [
      'the instant of the transaction',
      ({ client, at }) =>
        statementsOf(client, new Date(at.getTime() - 1)).update("title = 'New'", 'registry'),
      'registry_at is not the instant of the transaction',
    ],
    [
      'a count',
      ({ update, removal }) => [update('title = title', 'documentation'), removal('documents')],
      'documents: document_count or document_types differ from the documents:',
    ],
    [
      'the tombstone of another category',
      ({ update }) => update("category = 'wine'", 'registry'),
      LEFT,
    ],
    [
      'the tombstone of another market value',
      ({ update }) => update('market_value = 6', 'valuation'),
      LEFT,
    ],
    [
      'the tombstone of a collection that the asset left',
      ({ update, removal }) => [
        update('collections = NULL', 'detail'),
        removal('collection_items'),
      ],
      LEFT,
    ],
    [
      'what the asset was',
      ({ tombstone, update }) => [tombstone('wine'), update("category = 'coins'", 'registry')],
      'the tombstone is not the asset as it was',
    ],
    [
      'that the asset has left nothing',
      ({ tombstone }) => tombstone(),
      'a tombstone, although the asset has left nothing',
    ],
    [
      'tombstone and ids of a removed asset',
      ({ removal }) => removal('assets'),
      LEFT,
      'its ids are not kept',
    ],
    [
      'that nothing changed',
      ({ update }) => update("title = 'A'"),
      'the portfolio was written, although no data changed',
    ],
    ['nothing, about a private member', ({ update }) => update("internal_notes = 'N'")],
    [
      'nothing',
      ({ tombstone, update }) => [
        tombstone(),
        update("category = 'coins', quantity = 2", 'registry'),
      ],
    ],
  ])('%s', async (_, write, ...expected) => {
    expect(await foundAfter(write)).toEqual(expected)
  })

  test.each<[string, Write]>([
    ['a change', ({ update }) => update("internal_notes = 'N'")],
    [
      'a new asset',
      ({ asset }) =>
        `INSERT INTO asset_scans SELECT client_id, registry_id, '[]' FROM assets WHERE ${asset}`,
    ],
  ])('the version, after %s', async (_, write) => {
    const found = await foundAfter(write, false)
    expect(found).toContain('the version was not raised, although data changed')
  })

  test('that a tombstone is never changed, and removed by nothing but a purge', async () => {
    const clientId = await startedClient()
    await importRecords(database, clientId, [{ type: 'removal', asset: 'b' }])
    expect(await findForgotten(pool)).toEqual([])
    const at = new Date(0)
    await prisma.tombstone.updateMany({ where: { clientId }, data: { removedAt: at } })
    const found = await findForgotten(pool)
    expect(found).toContainEqual(expect.stringMatching('a tombstone was changed or deleted'))
    await prisma.tombstone.deleteMany({ where: { clientId } })
    expect(await findForgotten(pool)).toEqual([expect.stringMatching(/^tombstone_missing/)])
  })

  test('the version of the terms', async () => {
    const { id } = await keyWith(database)
    const clientId = await startedClient()
    const grant = await grantWith(database, id, clientId)
    await prisma.grant.updateMany({ where: { id: grant.id }, data: { scopes: ['registry'] } })
    expect(await findForgotten(pool)).toHaveLength(2)
  })
})

describe('each transaction is checked alone', () => {
  test('of several since the last time', async () => {
    const clientId = await startedClient()
    const [, asset] = START
    for (const title of ['B', 'A']) await importRecords(database, clientId, [{ ...asset, title }])
    expect(await findForgotten(pool)).toEqual([])
    // As it was, in the end: a comparison of the two ends would find nothing.
    await prisma.asset.updateMany({ where: { clientId, ref: 'a' }, data: { title: 'C' } })
    await prisma.asset.updateMany({ where: { clientId, ref: 'a' }, data: { title: 'A' } })
    expect(await findForgotten(pool)).toHaveLength(4)
  })

  test('of several that move an asset between collections', async () => {
    const clientId = await startedClient()
    const [, asset] = START
    await importRecords(database, clientId, [{ type: 'collection', ref: 'e', name: 'Empty' }])
    for (const collections of [['c', 'e'], ['e'], [], ['c']])
      await importRecords(database, clientId, [{ ...asset, collections }])
    expect(await findForgotten(pool)).toEqual([])
  })
})
