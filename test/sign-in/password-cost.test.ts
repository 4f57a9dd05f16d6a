import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { Browser, personWithPassword } from '../support/browser.ts'
import { testGateway } from '../support/gateway.ts'

const gateway = testGateway()
const hashing = vi.spyOn(crypto, 'scrypt')

beforeAll(syncBuiltinESMExports)
afterAll(() => {
  hashing.mockRestore()
  syncBuiltinESMExports()
})

test('setting and checking a password both ask for the full cost of scrypt', async () => {
  const person = await personWithPassword(gateway)
  const reply = await new Browser(gateway).signIn(person)
  expect(reply.status).toBe(200)
  const costs = hashing.mock.calls.map(([, , length, options]) => ({ length, ...options }))
  expect(costs).toHaveLength(2)
  for (const cost of costs) expect(cost).toMatchObject({ length: 64, N: 16_384, r: 16, p: 1 })
})
