import { invalidParameter, isCollision, stateConflict } from '../../errors.ts'
import type { Prisma, PrismaClient } from '../../generated/prisma/client.ts'
import { digestOf } from '../../values/ids.ts'

const IDEMPOTENCY_KEY_PATTERN = /^[A-Za-z0-9_-]{8,64}$/

function parseIdempotencyKey(text: string): string {
  if (IDEMPOTENCY_KEY_PATTERN.test(text)) return text
  throw invalidParameter('idempotencyKey takes 8 to 64 of A–Z, a–z, 0–9, _ and -.')
}

/** The identity of a request that is performed only once. */
export interface Once {
  readonly key: string
  /** SHA-256 of the input. Absent if the key itself identifies the input. */
  readonly digest?: string
}

/** The identity of the request with this input. Throws `invalid_parameter`. */
export function onceOf({ idempotencyKey, ...asked }: { readonly idempotencyKey: string }): Once {
  const key = parseIdempotencyKey(idempotencyKey)
  // The executor returns the members in the order of the schema. A null member counts as absent.
  const stated = Object.entries(asked).filter(([, value]) => value != null)
  return { key, digest: digestOf(stated) }
}

/** The effect of the first request with a key: its action, and the record that it created or changed. */
interface Claim {
  readonly action: string
  readonly subject: string
}

/**
 * Claims the key for this transaction. Throws `state_conflict` if a committed transaction has claimed it. Waits for an
 * open transaction that has claimed it.
 */
export async function claimIdempotencyKey(
  tx: PrismaClient | Prisma.TransactionClient,
  actor: string,
  once: Once,
  claim?: Claim,
): Promise<void> {
  try {
    await tx.idempotencyKey.create({ data: { actor, ...once, ...claim } })
  } catch (thrown) {
    if (!isCollision(thrown)) throw thrown
    throw stateConflict('A request with this idempotency key has already been carried out.', {
      cause: thrown,
    })
  }
}
