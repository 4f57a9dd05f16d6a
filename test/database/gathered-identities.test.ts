import { createHash } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { identifyPartner } from '../../src/access/identity.reads.ts'
import { testDatabase } from '../support/database.ts'
import { clientWith, grantWith, keyWith } from '../support/portfolio.ts'

const database = testDatabase()
const { pool } = database.serving
const clients: string[] = []

beforeAll(async () => {
  for (let i = 0; i < 3; i++) clients.push(await clientWith(database, []))
  // The first connection shows whether the server takes gathered reads.
  await pool.query('SELECT 1')
})

describe('identities that are read together', () => {
  test('have the grants of their own keys for their own clients', async () => {
    const keys = await Promise.all([1, 2, 3, 4].map(() => keyWith(database)))
    const scopes = (['registry', 'valuation', 'detail', 'estate'] as const).map((each) =>
      each === 'registry' ? [each] : (['registry', each] as const),
    )
    for (const [i, { id }] of keys.entries())
      await grantWith(database, id, clients[i % 2] ?? '', { scopes: scopes[i] ?? [] })
    const asked = keys.flatMap((key, i) => clients.map((client, j) => ({ key, i, client, j })))
    const found = await Promise.all(
      asked.map(({ key, client }) =>
        identifyPartner(pool, createHash('sha256').update(key.secret).digest(), client, null),
      ),
    )
    for (const [place, { key, i, client, j }] of asked.entries()) {
      const access = found[place]?.decision?.access
      expect(found[place]?.partner.keyId).toBe(key.id)
      if (j !== i % 2) {
        expect(access).toMatchObject({ code: 'no_active_grant' })
        continue
      }
      if (!access || access instanceof Error) throw access
      expect([access.visibility.clientId, access.grant?.scopes]).toEqual([client, scopes[i]])
    }
  })

  test('show a revocation that was committed before they were asked for', async () => {
    const [client = ''] = clients
    const key = await keyWith(database)
    const grant = await grantWith(database, key.id, client)
    const hash = createHash('sha256').update(key.secret).digest()
    const read = () => identifyPartner(pool, hash, client, null)
    expect((await read())?.decision?.access).toMatchObject({ grant: { id: grant.id } })
    // Readers that never stop, so that there is always a group on its way.
    let isOver = false
    const reader = async () => {
      while (!isOver) await read()
    }
    const readers = Array.from({ length: 20 }, reader)
    await database.pool.query(
      "UPDATE grants SET state = 'revoked', revoked_at = now() WHERE id = $1",
      [grant.id],
    )
    const after = await Promise.all(Array.from({ length: 20 }, read))
    isOver = true
    await Promise.all(readers)
    for (const found of after)
      expect(found?.decision?.access).toMatchObject({ code: 'grant_revoked' })
  })
})
