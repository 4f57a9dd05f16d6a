import type { Plant, PrismaClient } from '../../generated/prisma/client.ts'

export type PlantDetails = Pick<Plant, 'id' | 'name' | 'tag'>

/** A person's plants in order of id, after the id `after`. */
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

/** The number of a person's plants. */
export function countPlants(prisma: PrismaClient, ownerId: string): Promise<number> {
  return prisma.plant.count({ where: { ownerId } })
}
