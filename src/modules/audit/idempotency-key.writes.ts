import { GatewayError } from '../../errors.ts'
import { Prisma, type PrismaClient } from '../../generated/prisma/client.ts'

const IDEMPOTENCY_KEY_PATTERN = /^[A-Za-z0-9_-]{8,64}$/

/** Throws `invalid_parameter`. */
export function parseIdempotencyKey(text: string): string {
  if (IDEMPOTENCY_KEY_PATTERN.test(text)) return text
  throw new GatewayError(
    'invalid_parameter',
    'idempotencyKey takes 8 to 64 of A–Z, a–z, 0–9, _ and -.',
  )
}

/** What the first request with a key did: its action, and the record that it made or changed. */
export interface Claim {
  readonly action: string
  readonly subject: string
}

/**
 * Claims the key for this transaction. Throws `state_conflict` where a committed transaction has
 * claimed it; waits for one that is still open.
 */
export async function claimIdempotencyKey(
  tx: PrismaClient | Prisma.TransactionClient,
  actor: string,
  key: string,
  claim?: Claim,
): Promise<void> {
  try {
    await tx.idempotencyKey.create({ data: { actor, key, ...claim } })
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
