import { expect, test } from 'vitest'
import { listDueClients } from '../../src/modules/changes/due-clients.writes.ts'
import { testDatabase } from '../support/database.ts'
import { clientWith, grantWith, importRecords, keyWith } from '../support/portfolio.ts'

const database = testDatabase()
const { pool } = database

test('the clients of a firm that are due do not come before those of another', async () => {
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
  const firms = due.map(({ firmId }) => firmId)
  // The first of each firm, the shared client for both of them, and what no firm may see.
  expect(new Set(firms.slice(0, 3)).size).toBe(3)
  expect(new Set(firms)).toContain(null)
  expect(due.filter(({ id }) => id === shared)).toHaveLength(2)
  expect(due.findIndex(({ id }) => id === clientId)).toBeLessThan(6)
  expect(new Set(due.map(({ id }) => id)).size).toBe(11)
  expect(await listDueClients(pool, [clientId])).not.toContainEqual(
    expect.objectContaining({ id: clientId }),
  )
})
