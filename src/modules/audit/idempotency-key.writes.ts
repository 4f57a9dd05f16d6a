import { GatewayError } from '../../errors.ts'
import { Prisma, type PrismaClient } from '../../generated/prisma/client.ts'

const IDEMPOTENCY_KEY_PATTERN = /^[A-Za-z0-9_-]{8,64}$/

/** The name that a person gives a deed. Throws `invalid_parameter`. */
export function parseIdempotencyKey(text: string): string {
  if (IDEMPOTENCY_KEY_PATTERN.test(text)) return text
  throw new GatewayError(
    'invalid_parameter',
    'idempotencyKey takes 8 to 64 of A–Z, a–z, 0–9, _ and -.',
  )
}

/**
 * Takes the name for the deed of this transaction. Throws `state_conflict` where it was taken by a
 * deed that is done; one that is still being done is waited for.
 */
export async function claimIdempotencyKey(
  tx: PrismaClient | Prisma.TransactionClient,
  actor: string,
  key: string,
): Promise<void> {
  try {
    await tx.idempotencyKey.create({ data: { actor, key } })
  } catch (thrown) {
    if (!(thrown instanceof Prisma.PrismaClientKnownRequestError && thrown.code === 'P2002'))
      throw thrown
    throw new GatewayError(
      'state_conflict',
      'A request with this idempotency key has already been carried out.',
      {
        cause: thrown,
      },
    )
  }
}
