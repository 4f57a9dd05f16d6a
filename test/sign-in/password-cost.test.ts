import { beforeEach, expect, test } from 'vitest'
import { Browser, personWithPassword } from '../support/browser.ts'
import { testGateway } from '../support/gateway.ts'
import { watchHashing } from './hashing.ts'

const gateway = testGateway()
const { spy } = watchHashing()
beforeEach(() => void spy.mockClear())

const FULL_COST = { length: 64, N: 16_384, r: 16, p: 1 }
const costs = () => spy.mock.calls.map(([, , length, options]) => ({ length, ...options }))

test('setting and checking a password both ask for the full cost of scrypt', async () => {
  const person = await personWithPassword(gateway)
  const reply = await new Browser(gateway).signIn(person)
  expect(reply.status).toBe(200)
  expect(costs()).toEqual([expect.objectContaining(FULL_COST), expect.objectContaining(FULL_COST)])
})

// Nearly all of the time of a sign-in is for hashing.
test('rejecting a user without a password, or nobody, costs the same hash as a wrong password', async () => {
  const person = await personWithPassword(gateway)
  const invited = await personWithPassword(gateway)
  await gateway.database.prisma.account.deleteMany({ where: { userId: invited.userId } })
  for (const email of [person.email, invited.email, 'nobody@example.com']) {
    spy.mockClear()
    const reply = await new Browser(gateway).signIn({ email, password: 'not the password' })
    expect(reply.status).toBe(401)
    expect(costs(), email).toEqual([expect.objectContaining(FULL_COST)])
  }
})
