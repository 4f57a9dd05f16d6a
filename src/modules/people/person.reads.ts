import type { Environment, PrismaClient, User } from '../../generated/prisma/client.ts'

export interface PersonDetails extends Pick<User, 'id' | 'name' | 'email' | 'isStaff'> {
  /** The environment of the person's portfolio; null if there is none. */
  readonly environment: Environment | null
}

/** A person; null if there is none with this id. */
export async function readPerson(
  prisma: PrismaClient,
  userId: string,
): Promise<PersonDetails | null> {
  const person = await prisma.user.findUnique({
    where: { id: userId },
    select: {
      id: true,
      name: true,
      email: true,
      isStaff: true,
      portfolio: { select: { environment: true } },
    },
  })
  if (!person) return null
  const { portfolio, ...user } = person
  return { ...user, environment: portfolio?.environment ?? null }
}

/** Every client, oldest first, for operators. */
export async function listClients(prisma: PrismaClient) {
  const clients = await prisma.portfolio.findMany({
    select: {
      environment: true,
      currency: true,
      client: { select: { id: true, name: true, email: true, createdAt: true } },
    },
    orderBy: [{ createdAt: 'asc' }, { clientId: 'asc' }],
  })
  return clients.map(({ client, ...portfolio }) => ({ ...client, ...portfolio }))
}

/** Every member of the staff, oldest first, for operators. */
export function listStaff(prisma: PrismaClient) {
  return prisma.user.findMany({
    where: { isStaff: true },
    select: { id: true, name: true, email: true, createdAt: true },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
  })
}
