import { GatewayError, invalidParameter, isCollision } from '../../errors.ts'
import type { PrismaClient } from '../../generated/prisma/client.ts'
import { characterCount, isCleanText } from '../../values/text-rules.ts'
import type { PlantDetails } from './plant.type.ts'

const MAX_LENGTH = 200

/** Adds a plant. Throws `plant_exists`, and `invalid_parameter` for a name or tag of a wrong length. */
export async function createPlant(
  prisma: PrismaClient,
  ownerId: string,
  plant: PlantDetails,
): Promise<PlantDetails> {
  requireText('name', plant.name, 1)
  if (plant.tag !== null) requireText('tag', plant.tag, 0)
  try {
    return await prisma.plant.create({
      data: { ownerId, ...plant },
      select: { id: true, name: true, tag: true },
    })
  } catch (thrown) {
    if (isCollision(thrown)) {
      throw new GatewayError('plant_exists', 'You already have a plant with this id.', {
        cause: thrown,
      })
    }
    throw thrown
  }
}

/** Removes a plant. Throws `plant_not_found` if the owner has none with this id. */
export async function deletePlant(
  prisma: PrismaClient,
  ownerId: string,
  id: bigint,
): Promise<void> {
  const { count } = await prisma.plant.deleteMany({ where: { ownerId, id } })
  if (count === 0) throw new GatewayError('plant_not_found', 'You have no plant with this id.')
}

function requireText(member: string, text: string, least: number): void {
  const length = characterCount(text)
  if (length >= least && length <= MAX_LENGTH && isCleanText(text)) return
  throw invalidParameter(
    `${member} takes ${least} to ${MAX_LENGTH} characters of well-formed text.`,
  )
}
