import { expect, test } from 'vitest'
import { operator } from '../../../src/modules/audit/audit.writes.ts'
import { createClient, createStaff } from '../../../src/modules/people/person.writes.ts'
import { testDatabase } from '../../support/database.ts'
import { outcomes, someone } from '../fixtures.ts'

const { prisma, serving } = testDatabase()

test('createClient is in production and US dollars by default, with an event, and says what is bad', async () => {
  const client = await createClient(operator(prisma), someone())
  const details = { environment: 'production', currency: 'USD' }
  expect(client).toMatchObject(details)
  const events = await prisma.auditEvent.findMany({ where: { clientId: client.id } })
  const event = { actor: 'operator', action: 'client.created', subject: client.id, details }
  expect(events).toMatchObject([event])
  const before = await prisma.user.count()
  for (const bad of [{ name: '\0' }, { email: 'nobody' }, { currency: 'ZZZ' }])
    await expect(createClient(operator(prisma), { ...someone(), ...bad })).rejects.toMatchObject({
      code: 'invalid_parameter',
      message: expect.stringMatching(`^${Object.keys(bad)[0]} (takes|must be) `),
    })
  expect(await prisma.user.count()).toBe(before)
})

test('of several concurrent requests with one email, in any letter case, one creates the client', async () => {
  const person = someone()
  const inCapitals = { ...person, email: person.email.toUpperCase() }
  const calls = [0, 1, 2, 3, 4, 5].map((at) =>
    createClient(operator(prisma), at % 2 ? inCapitals : person),
  )
  const { done, codes } = outcomes(await Promise.allSettled(calls))
  expect({ done, codes: new Set(codes) }).toEqual({ done: 1, codes: new Set(['state_conflict']) })
  expect(await prisma.user.count({ where: { email: person.email } })).toBe(1)
})

test('createStaff creates a staff user without a portfolio, and an event', async () => {
  const user = await createStaff(operator(prisma), someone())
  const stored = await prisma.user.findUnique({
    where: { id: user.id },
    include: { portfolio: true },
  })
  expect(stored).toMatchObject({ isStaff: true, portfolio: null })
  const events = await prisma.auditEvent.findMany({ where: { subject: user.id } })
  expect(events).toMatchObject([{ action: 'staff.created', clientId: null }])
})

test('a process that serves requests creates users, and none of the staff', async () => {
  const { email } = someone()
  const run = (text: string) => serving.pool.query(text, [email])
  for (const text of [
    "INSERT INTO users (id, name, email, is_staff) VALUES ('user_x', 'Eve', $1, true)",
    "INSERT INTO users (id, name, email) VALUES ('user_x', 'Eve', $1)",
  ])
    await expect(run(text)).rejects.toThrow('permission denied')
  const create = "SELECT create_user('user_x', 'Eve', $1) AS made"
  expect((await run(create)).rows).toEqual([{ made: true }])
  expect((await run(create)).rows).toEqual([{ made: false }])
  expect(await prisma.user.findUnique({ where: { email } })).toMatchObject({ isStaff: false })
})
