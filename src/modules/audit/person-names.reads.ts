import type { PrismaClient } from '../../generated/prisma/client.ts'

/** The names of users, by user id. Ids of no user, such as `operator`, are absent. */
export async function readPersonNames(
  prisma: PrismaClient,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const users = await prisma.user.findMany({
    where: { id: { in: [...new Set(ids)] } },
    select: { id: true, name: true },
  })
  return new Map(users.map(({ id, name }) => [id, name]))
}
