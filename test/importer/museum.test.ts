import { expect, test } from 'vitest'
import { hasMuseum, WITHOUT_MUSEUM } from '../../bench/imports/museum.ts'
import { importPortfolio } from '../../src/importer/import.ts'
import { museumFile } from './museum.ts'
import { scratchDatabase } from './scratch.ts'

const scratch = scratchDatabase()

test('a museum of 9,549 objects is imported twice', async ({ skip }) => {
  skip(!hasMuseum, WITHOUT_MUSEUM)
  const client = await scratch.newClient()
  expect(await importPortfolio(scratch.pool(), client, museumFile())).toMatchObject({
    kept: true,
    bad: [],
    collections: { created: 6 },
    assets: { created: 9_549, updated: 0, unchanged: 0 },
    valuations: { created: 549 * 12 },
    documents: { created: 9_549 },
  })
  const before = await scratch.dump(client)
  expect(await importPortfolio(scratch.pool(), client, museumFile())).toMatchObject({
    assets: { created: 0, updated: 0, unchanged: 9_549 },
    valuations: { created: 0, updated: 0 },
    documents: { created: 0, updated: 0 },
  })
  expect(await scratch.dump(client)).toEqual(before)
  const [untitled] = await scratch.rows(
    client,
    `SELECT count(*) FROM assets WHERE client_id = $1 AND title LIKE 'Untitled, %'`,
  )
  expect(Number(untitled?.count)).toBeGreaterThanOrEqual(34)
})
