import { randomBytes } from 'node:crypto'
import { OPERATOR } from '../../src/modules/audit/audit.writes.ts'
import { addMember } from '../../src/modules/firms/firms.writes.ts'
import { setPassword } from '../../src/modules/people/passwords.writes.ts'
import { createStaff } from '../../src/modules/people/people.writes.ts'
import { enterpriseFirm, someone } from '../modules/cast.ts'
import type { TestGateway } from '../support/gateway.ts'

/** A member of a firm who can sign in: the admin of an enterprise firm of their own unless told otherwise. */
export async function memberWithPassword(
  { database: { prisma } }: TestGateway,
  { firmId, role = 'admin' }: { firmId?: string; role?: 'admin' | 'member' } = {},
) {
  const person = { ...someone(), name: 'Nora Field' }
  const firm = firmId ?? (await enterpriseFirm(prisma))
  const { id } = await addMember(prisma, OPERATOR, { ...person, firmId: firm, role })
  return { ...person, firmId: firm, password: await passwordOf(prisma, id) }
}

/** Somebody of the staff who can sign in. */
export async function staffWithPassword({ database: { prisma } }: TestGateway) {
  const person = someone()
  const { id } = await createStaff(prisma, OPERATOR, person)
  return { ...person, password: await passwordOf(prisma, id) }
}

async function passwordOf(prisma: TestGateway['database']['prisma'], userId: string) {
  const password = randomBytes(18).toString('base64url')
  await setPassword(prisma, OPERATOR, { userId, password })
  return password
}
