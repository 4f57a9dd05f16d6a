import { expect, test } from 'vitest'
import { createDeriveSecret, readServerSecret } from '../../src/database/server-secret.ts'
import { testDatabase } from '../support/database.ts'

const { pool } = testDatabase()
const CONFIGURED = 'a secret of the operator, long enough'

test('the secret is generated once, also by concurrent readers', async () => {
  const secrets = await Promise.all([1, 2, 3, 4].map(() => readServerSecret(pool)))
  expect(new Set(secrets).size).toBe(1)
  expect(secrets[0]).toMatch(/^[\w-]{43}$/)
  expect(await readServerSecret(pool)).toBe(secrets[0])
})

test('each purpose has its own key, always the same', () => {
  const derive = createDeriveSecret(CONFIGURED)
  const key = derive('connection-links')
  expect(Buffer.from(key, 'base64url')).toHaveLength(32)
  expect(createDeriveSecret(CONFIGURED)('connection-links')).toBe(key)
  expect(derive('sign-in')).not.toBe(key)
  expect(createDeriveSecret(`${CONFIGURED}!`)('connection-links')).not.toBe(key)
})
