import { createTypedSecret } from '../access/secret.ts'
import type { PrismaClient, Role } from '../generated/prisma/client.ts'
import { operator } from '../modules/audit/audit.writes.ts'
import { createFirm, type NewFirm } from '../modules/firms/firm.writes.ts'
import { addMember } from '../modules/firms/member.writes.ts'
import { setPasswords } from '../modules/people/password.writes.ts'
import {
  createClient,
  createStaff,
  type NewClient,
  type NewPerson,
} from '../modules/people/person.writes.ts'

/** A client of the demo. All are fictional. The portfolio is the file of this key. */
export interface Owner extends Required<NewClient> {
  readonly key: 'ashdown' | 'valcroze' | 'testwell'
}

export const ASHDOWN: Owner = {
  key: 'ashdown',
  name: 'Eleanor Ashdown',
  email: 'eleanor.ashdown@example.com',
  environment: 'production',
  currency: 'USD',
}

export const VALCROZE: Owner = {
  key: 'valcroze',
  name: 'Béatrice Valcroze',
  email: 'beatrice.valcroze@example.com',
  environment: 'production',
  currency: 'CHF',
}

export const TESTWELL: Owner = {
  key: 'testwell',
  name: 'Robin Testwell',
  email: 'robin.testwell@example.com',
  environment: 'sandbox',
  currency: 'USD',
}

interface Colleague extends NewPerson {
  readonly role: Role
}

interface DemoFirm extends NewFirm {
  readonly people: readonly [Colleague, ...Colleague[]]
}

export const ESTATE_FIRM: DemoFirm = {
  name: 'Larkfield Estate Management',
  plan: 'enterprise',
  people: [
    { name: 'Inês Larkfield', email: 'ines@larkfield.example', role: 'admin' },
    { name: 'Callum Reyes', email: 'callum@larkfield.example', role: 'member' },
  ],
}

export const SMALL_FIRM: DemoFirm = {
  name: 'Pennant & Rowe Family Office',
  plan: 'standard',
  people: [{ name: 'Theo Rowe', email: 'theo@pennant-rowe.example', role: 'member' }],
}

export const STAFF: NewPerson = { name: 'Noor Hadley', email: 'noor.hadley@example.org' }

/** The client with this email, created if there is none. */
export async function ensureClient(prisma: PrismaClient, owner: Owner) {
  const { key: _, ...client } = owner
  const where = { email: client.email }
  const select = { id: true, createdAt: true }
  const existing = await prisma.user.findUnique({ where, select })
  if (existing) return existing
  await createClient(operator(prisma), client)
  return prisma.user.findUniqueOrThrow({ where, select })
}

/** The id of the firm of the first member. Creates the firm and members that do not exist. */
export async function ensureFirm(prisma: PrismaClient, { people, ...firm }: DemoFirm) {
  const where = { user: { email: people[0].email } }
  const membership = await prisma.member.findFirst({ where })
  const firmId = membership?.firmId ?? (await createFirm(operator(prisma), firm)).id
  for (const person of people) {
    const existing = await prisma.user.count({ where: { email: person.email } })
    if (existing === 0) await addMember(operator(prisma), { ...person, firmId })
  }
  return firmId
}

/** The staff user, created if there is none. */
export async function ensureStaff(prisma: PrismaClient) {
  const { email } = STAFF
  const existing = await prisma.user.count({ where: { email } })
  if (existing === 0) await createStaff(operator(prisma), STAFF)
  return { email, as: 'staff' }
}

/** Whether the database is empty, or a load was interrupted. The transaction that ends a load sets the passwords. */
export async function needsDemo(prisma: PrismaClient): Promise<boolean> {
  if ((await prisma.user.count()) === 0) return true
  const isUnfinished = { email: ASHDOWN.email, accounts: { none: {} } }
  return (await prisma.user.count({ where: isUnfinished })) > 0
}

export interface DemoSignIn {
  readonly email: string
  readonly password: string
  readonly as: string
}

const inFirm = ({ name, people }: DemoFirm) =>
  people.map(({ email, role }) => ({ email, as: `${role} of ${name}` }))

export const SIGN_INS: readonly Omit<DemoSignIn, 'password'>[] = [
  ...inFirm(ESTATE_FIRM),
  ...inFirm(SMALL_FIRM),
  ...[ASHDOWN, VALCROZE, TESTWELL].map(({ email, name }) => ({ email, as: `client, ${name}` })),
]

/** Sets a new password of 79 random bits for each of these users, for all or for none. */
export async function setRandomPasswords(
  prisma: PrismaClient,
  people: readonly Omit<DemoSignIn, 'password'>[],
): Promise<DemoSignIn[]> {
  const signIns = people.map((person) => ({ ...person, password: createTypedSecret(4, 4) }))
  const identify = async ({ email, password }: DemoSignIn) => {
    const { id: userId } = await prisma.user.findUniqueOrThrow({ where: { email } })
    return { userId, password }
  }
  await setPasswords(operator(prisma), await Promise.all(signIns.map(identify)))
  return signIns
}
