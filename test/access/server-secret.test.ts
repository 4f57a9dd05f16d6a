import { expect, test } from 'vitest'
import { createDeriveSecret, readServerSecret } from '../../src/access/server-secret.ts'
import { testDatabase } from '../support/database.ts'

const { pool } = testDatabase()
const GIVEN = 'a secret of the operator, long enough'

test('the secret is made once, whoever asks first', async () => {
  const asked = await Promise.all([1, 2, 3, 4].map(() => readServerSecret(pool)))
  expect(new Set(asked).size).toBe(1)
  expect(asked[0]).toMatch(/^[\w-]{43}$/)
  expect(await readServerSecret(pool)).toBe(asked[0])
})

test('a secret that is given is used and not kept', async () => {
  expect(await readServerSecret(pool, GIVEN)).toBe(GIVEN)
  const { rows } = await pool.query('SELECT server_secret FROM installation')
  expect(rows.map((row) => row.server_secret)).not.toContain(GIVEN)
})

test('each purpose has a key of its own, the same every time', () => {
  const derive = createDeriveSecret(GIVEN)
  const key = derive('connection-links')
  expect(Buffer.from(key, 'base64url')).toHaveLength(32)
  expect(createDeriveSecret(GIVEN)('connection-links')).toBe(key)
  expect(derive('sign-in')).not.toBe(key)
  expect(createDeriveSecret(`${GIVEN}!`)('connection-links')).not.toBe(key)
})
