import type { Plan, PrismaClient } from '../generated/prisma/client.ts'
import { OPERATOR } from '../modules/audit/audit.writes.ts'
import { addMember, createFirm } from '../modules/partner-access/firm.writes.ts'
import { createClient, createStaff } from '../modules/people/person.writes.ts'
import { ASHDOWN, type Owner } from './owners.ts'

interface Person {
  name: string
  email: string
}

interface Colleague extends Person {
  role: 'admin' | 'member'
}

/** A firm of the demo and the people in it. */
export interface FirmPlan {
  name: string
  plan: Plan
  people: readonly [Colleague, ...Colleague[]]
}

export const ESTATE_FIRM: FirmPlan = {
  name: 'Larkfield Estate Management',
  plan: 'enterprise',
  people: [
    { name: 'Inês Larkfield', email: 'ines@larkfield.example', role: 'admin' },
    { name: 'Callum Reyes', email: 'callum@larkfield.example', role: 'member' },
  ],
}

export const SMALL_FIRM: FirmPlan = {
  name: 'Pennant & Rowe Family Office',
  plan: 'standard',
  people: [{ name: 'Theo Rowe', email: 'theo@pennant-rowe.example', role: 'member' }],
}

export const STAFF: Person = { name: 'Noor Hadley', email: 'noor.hadley@example.org' }

/** The client of that email, made where there is none yet, and the instant it was made. */
export async function requireClient(prisma: PrismaClient, owner: Owner) {
  const { name, email, environment, currency } = owner
  const where = { email }
  const select = { id: true, createdAt: true }
  const known = await prisma.user.findUnique({ where, select })
  if (known) return known
  await createClient(prisma, OPERATOR, { name, email, environment, currency })
  return prisma.user.findUniqueOrThrow({ where, select })
}

/** The id of the firm where the first of those people is; whatever is not there yet is made. */
export async function requireFirm(prisma: PrismaClient, { name, plan, people }: FirmPlan) {
  const where = { user: { email: people[0].email } }
  const membership = await prisma.member.findFirst({ where })
  const firmId = membership?.firmId ?? (await createFirm(prisma, OPERATOR, { name, plan })).id
  for (const person of people) {
    const known = await prisma.user.count({ where: { email: person.email } })
    if (known === 0) await addMember(prisma, OPERATOR, { ...person, firmId })
  }
  return firmId
}

/** Makes the member of staff where there is none yet. It comes last, and so shows a whole demo. */
export async function requireStaff(prisma: PrismaClient): Promise<void> {
  if (!(await isLoaded(prisma))) await createStaff(prisma, OPERATOR, STAFF)
}

/** Whether the demo has been loaded to its end. */
export async function isLoaded(prisma: PrismaClient): Promise<boolean> {
  return (await prisma.user.count({ where: { email: STAFF.email } })) > 0
}

/** Whether the database is new, or the demo was begun in it and not finished. */
export async function wantsDemo(prisma: PrismaClient): Promise<boolean> {
  const isEmpty = (await prisma.user.count()) === 0
  const isBegun = (await prisma.user.count({ where: { email: ASHDOWN.email } })) > 0
  return isEmpty || (isBegun && !(await isLoaded(prisma)))
}
