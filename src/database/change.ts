import { GatewayError } from '../errors.ts'
import { Prisma, type PrismaClient } from '../generated/prisma/client.ts'

export type Transaction = Prisma.TransactionClient

/**
 * Runs a change and its audit event in one transaction. A violation of a unique index becomes
 * `state_conflict` with the message `taken`, if there is one.
 */
export async function change<Result>(
  prisma: PrismaClient,
  work: (tx: Transaction) => Promise<Result>,
  taken?: string,
): Promise<Result> {
  try {
    return await prisma.$transaction(work, { maxWait: 5_000, timeout: 10_000 })
  } catch (thrown) {
    const collided =
      thrown instanceof Prisma.PrismaClientKnownRequestError && thrown.code === 'P2002'
    if (!collided || taken === undefined) throw thrown
    throw new GatewayError('state_conflict', taken, { cause: thrown })
  }
}
