import { randomBytes } from 'node:crypto'
import type { Role } from '../../src/generated/prisma/client.ts'
import { operator } from '../../src/modules/audit/audit.writes.ts'
import { addMember } from '../../src/modules/firms/member.writes.ts'
import { setPasswords } from '../../src/modules/people/password.writes.ts'
import { createStaff } from '../../src/modules/people/person.writes.ts'
import { enterpriseFirm, someone } from '../modules/fixtures.ts'
import type { TestGateway } from '../support/gateway.ts'
import { sessionOf } from '../support/session.ts'

/** A member of a firm who can sign in: by default the admin of an enterprise firm of their own. */
export async function memberWithPassword(
  { database: { prisma } }: TestGateway,
  { firmId, role = 'admin' }: { firmId?: string; role?: Role } = {},
) {
  const person = { ...someone(), name: 'Nora Field' }
  const firm = firmId ?? (await enterpriseFirm(prisma))
  const { id } = await addMember(operator(prisma), { ...person, firmId: firm, role })
  return { ...person, id, firmId: firm, password: await passwordOf(prisma, id) }
}

/** A staff user, signed in with a second factor. */
export async function staffWithPassword({ database }: TestGateway) {
  const person = someone()
  const { id } = await createStaff(operator(database.prisma), person)
  const password = await passwordOf(database.prisma, id)
  return { ...person, password, cookie: await sessionOf(database, id) }
}

/** Sets a password of the person, and returns it. */
export async function passwordOf(prisma: TestGateway['database']['prisma'], userId: string) {
  const password = randomBytes(18).toString('base64url')
  await setPasswords(operator(prisma), [{ userId, password }])
  return password
}
