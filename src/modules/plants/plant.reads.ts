import type { Plant, PrismaClient } from '../../generated/prisma/client.ts'

export type PlantDetails = Pick<Plant, 'id' | 'name' | 'tag'>

/** A person's own plants in order of id, after one of them. */
export function readPlants(
  prisma: PrismaClient,
  ownerId: string,
  { after, limit }: { after: bigint | null; limit: number },
): Promise<PlantDetails[]> {
  return prisma.plant.findMany({
    where: { ownerId, ...(after !== null && { id: { gt: after } }) },
    select: { id: true, name: true, tag: true },
    orderBy: { id: 'asc' },
    take: limit,
  })
}

/** How many plants a person has. */
export function countPlants(prisma: PrismaClient, ownerId: string): Promise<number> {
  return prisma.plant.count({ where: { ownerId } })
}
