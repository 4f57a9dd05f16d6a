import { beforeAll, expect, test } from 'vitest'
import { OPERATOR } from '../../src/modules/audit/audit.writes.ts'
import { findInvited } from '../../src/modules/people/passwords.writes.ts'
import { createClient } from '../../src/modules/people/people.writes.ts'
import { testDatabase } from '../support/database.ts'
import { addressOf } from './address.ts'
import { objectOf, orangery } from './orangery.ts'

const database = testDatabase()
const HERE = { DATABASE_URL: '', PUBLIC_URL: 'https://gateway.example.com/' }
const person = { name: 'Ivo Lund', email: 'ivo@example.com' }
beforeAll(async () => {
  HERE.DATABASE_URL = await addressOf(database)
  await createClient(database.prisma, OPERATOR, person)
})

test('invite prints a link that works, and with --json one object', async () => {
  const printed = await orangery(['invite', '--email', 'Ivo@example.com'], HERE)
  expect({ code: printed.code, err: printed.err }).toEqual({ code: 0, err: '' })
  const [, token = ''] =
    /^https:\/\/gateway\.example\.com\/invitation\/(inv_\w+)$/m.exec(printed.out) ?? []
  expect(await findInvited(database.prisma, token, new Date())).toEqual(person)
  const object = objectOf(await orangery(['invite', '--email', person.email, '--json'], HERE))
  expect(object).toMatchObject({
    ...person,
    link: expect.stringMatching(/^https:\/\/gateway\.example\.com\/invitation\/inv_/),
    expires_at: expect.stringMatching(/Z$/),
  })
  expect(object).not.toHaveProperty('token')
  await expect(findInvited(database.prisma, token, new Date())).rejects.toMatchObject({
    code: 'invalid_invitation',
  })
})

test('invite says that there is nobody of that email', async () => {
  const { code, err } = await orangery(['invite', '--email', 'nobody@example.com'], HERE)
  expect(code).toBe(1)
  expect(err).toMatch(/no user with this email/)
})
