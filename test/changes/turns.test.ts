import { expect, test } from 'vitest'
import { listDueClients } from '../../src/modules/changes/due-clients.writes.ts'
import { testDatabase } from '../support/database.ts'
import { clientWith, grantWith, importRecords, keyWith } from '../support/portfolio.ts'

const database = testDatabase()
const { pool } = database

test('clients are due for each firm that may read them', async () => {
  const [large, small] = [await keyWith(database), await keyWith(database)]
  const shared = await clientWith(database, [])
  for (let count = 0; count < 8; count++)
    await grantWith(database, large.id, await clientWith(database, []))
  const clientId = await clientWith(database, [])
  await grantWith(database, small.id, clientId)
  await grantWith(database, large.id, shared)
  await grantWith(database, small.id, shared)
  const lone = await clientWith(database, [])
  await importRecords(database, lone, [{ type: 'asset', ref: 'a', title: 'A', category: 'art' }])
  const due = await listDueClients(pool, [])
  // The shared client is due for both firms, and a client of no firm is due as well.
  expect(
    due
      .filter(({ id }) => id === shared)
      .map(({ firmId }) => firmId)
      .sort(),
  ).toEqual([large.firmId, small.firmId].sort())
  expect(due).toContainEqual({ id: clientId, firmId: small.firmId })
  expect(due).toContainEqual({ id: lone, firmId: null })
  expect(new Set(due.map(({ id }) => id)).size).toBe(11)
  expect(await listDueClients(pool, [clientId])).not.toContainEqual(
    expect.objectContaining({ id: clientId }),
  )
})
