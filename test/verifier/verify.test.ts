import { afterEach, describe, expect, test } from 'vitest'
import type { Transaction } from '../../src/database/change.ts'
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

type Write = (tx: Transaction, at: Date) => Promise<unknown>

async function startedClient(): Promise<string> {
  const clientId = await clientWith(database, START)
  expect(await findForgotten(pool)).toEqual([])
  return clientId
}

/** What is found after a writer that raises the version and then runs these statements on asset `a`. */
async function foundAfter(write: (clientId: string, at: Date) => string[], raises = true) {
  const clientId = await startedClient()
  const work: Write = async (tx, at) => {
    if (raises)
      await tx.$executeRaw`UPDATE portfolios SET data_version = data_version + 1, changed_at = ${at}
                            WHERE client_id = ${clientId}`
    for (const sql of write(clientId, at)) await tx.$executeRawUnsafe(sql)
  }
  const at = new Date(Date.now() + 5)
  await prisma.$transaction((tx) => work(tx, at))
  const found = await findForgotten(pool)
  return found.map((line) => line.replace(/(user|ORY)[-_][\w-]+:? ?/g, '').replace(/ ?\{.*/, ''))
}

const setTo = (at: Date, ...columns: string[]) =>
  columns.map((column) => `${column} = '${at.toISOString()}'`).join(', ')
const stamped = (at: Date, ...columns: string[]) => `, ${setTo(at, ...columns)}`
const update = (client: string, set: string) =>
  `UPDATE assets SET ${set} WHERE client_id = '${client}' AND ref = 'a'`
const removal = (client: string, table: string) =>
  `DELETE FROM ${table} WHERE client_id = '${client}' AND registry_id = (SELECT registry_id FROM assets WHERE client_id = '${client}' AND ref = 'a')`
const tombstone = (client: string, at: Date, category = 'art') =>
  `INSERT INTO tombstones SELECT client_id, '${at.toISOString()}', registry_id, '${category}',
     ARRAY(SELECT id FROM collections WHERE client_id = '${client}'), market_value
     FROM assets WHERE client_id = '${client}' AND ref = 'a'`

const NOTED = '{"description":null,"notes":"N","seller":null,"storage_location":null}'

describe('the verifier finds a writer that forgot', () => {
  test.each<[string, (client: string, at: Date) => string[], string[]]>([
    [
      'the time of a scope',
      (client) => [update(client, "title = 'New'")],
      ['registry_at did not move, although data of registry changed'],
    ],
    [
      'the time of one scope of two',
      (client, at) => [
        update(client, `title = 'N', detail = '${NOTED}'${stamped(at, 'detail_at', 'updated_at')}`),
      ],
      ['registry_at did not move, although data of registry changed'],
    ],
    [
      'the time for a related row',
      (client) => [
        removal(client, 'documents').replace(
          'DELETE FROM documents',
          "UPDATE documents SET title = 'E'",
        ),
      ],
      ['documentation_at did not move, although data of documentation changed'],
    ],
    [
      'the time for a collection that has another name',
      (client) => [`UPDATE collections SET name = 'Safe' WHERE client_id = '${client}'`],
      [
        'detail_at did not move, although data of detail changed',
        'collections: collections differ from the collections that it is in:',
      ],
    ],
    [
      'that nothing of a scope changed',
      (client, at) => [
        update(client, `title = 'New'${stamped(at, 'registry_at', 'estate_at', 'updated_at')}`),
      ],
      ['estate_at moved, although no data of estate changed'],
    ],
    [
      'the instant of the transaction',
      (client, at) => [
        update(
          client,
          `title = 'New'${stamped(new Date(at.getTime() - 1), 'registry_at', 'updated_at')}`,
        ),
      ],
      ['registry_at is not the instant of the transaction'],
    ],
    [
      'a count',
      (client, at) => [
        update(client, setTo(at, 'documentation_at', 'updated_at')),
        removal(client, 'documents'),
      ],
      ['documents: document_count or document_types differ from the documents:'],
    ],
    [
      'the tombstone of another category',
      (client, at) => [
        update(client, `category = 'wine'${stamped(at, 'registry_at', 'updated_at')}`),
      ],
      ['no tombstone, although the asset has left'],
    ],
    [
      'the tombstone of another market value',
      (client, at) => [
        update(client, `market_value = 6${stamped(at, 'valuation_at', 'updated_at')}`),
      ],
      ['no tombstone, although the asset has left'],
    ],
    [
      'the tombstone of a collection that the asset left',
      (client, at) => [
        update(client, `collections = NULL${stamped(at, 'detail_at', 'updated_at')}`),
        removal(client, 'collection_items'),
      ],
      ['no tombstone, although the asset has left'],
    ],
    [
      'what the asset was',
      (client, at) => [
        tombstone(client, at, 'wine'),
        update(client, `category = 'coins'${stamped(at, 'registry_at', 'updated_at')}`),
      ],
      ['the tombstone is not the asset as it was'],
    ],
    [
      'that the asset has left nothing',
      (client, at) => [tombstone(client, at)],
      ['a tombstone, although the asset has left nothing'],
    ],
    [
      'tombstone and ids of a removed asset',
      (client) => [removal(client, 'assets')],
      ['no tombstone, although the asset has left', 'its ids are not kept'],
    ],
    [
      'that nothing changed',
      (client) => [update(client, "title = 'A'")],
      ['the portfolio was written, although no data changed'],
    ],
    ['nothing, about a private member', (client) => [update(client, "internal_notes = 'N'")], []],
    [
      'nothing',
      (client, at) => [
        tombstone(client, at),
        update(
          client,
          `category = 'coins', quantity = 2${stamped(at, 'registry_at', 'updated_at')}`,
        ),
      ],
      [],
    ],
  ])('%s', async (_, write, expected) => {
    expect(await foundAfter(write)).toEqual(expected)
  })

  test.each([
    ['a change', (client: string) => [update(client, "internal_notes = 'N'")]],
    [
      'a new asset',
      (client: string) => [
        `INSERT INTO asset_scans SELECT client_id, registry_id, '[]' FROM assets WHERE client_id = '${client}' AND ref = 'a'`,
      ],
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
