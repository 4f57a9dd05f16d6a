import { type IdNoun, isId } from '../access/ids.ts'
import { GatewayError } from '../errors.ts'
import { Prisma, type PrismaClient } from '../generated/prisma/client.ts'

export type Transaction = Prisma.TransactionClient

/**
 * Runs a change and its audit event in one transaction: both are kept or neither. Where a unique
 * index refuses the change, `taken` says what it collided with, as `state_conflict`.
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

/** Throws `record_not_found` for a text that cannot be an id of this noun, before any statement sees it. */
export function requireIdShape(noun: IdNoun, text: string, called: string = noun): void {
  if (!isId(noun, text)) throw notFound(called)
}

export function notFound(called: string): GatewayError {
  return new GatewayError('record_not_found', `There is no ${called} with this id.`)
}
