import { isText, orNull, rowReader } from '../access/rows.ts'
import type { GatewayError } from '../errors.ts'
import type { PrismaClient } from '../generated/prisma/client.ts'
import { isCleanText } from '../values/text-rules.ts'
import type { SignInContext, SignInResponse } from './sign-in-context.ts'

/**
 * Runs a step of a sign-in that a password began. Throws `ended` if the password was replaced during the step. A new
 * password ends all sessions of the old one, but the session of this step began later. So it is ended here.
 */
export async function stepUnderOnePassword(
  email: string,
  context: SignInContext,
  step: () => Promise<SignInResponse>,
  ended: GatewayError,
): Promise<SignInResponse> {
  const before = await readPasswordHash(context.prisma, email)
  const result = await step()
  // A later change of the password sees the session that the step has created, and can end it.
  const after = await readPasswordHash(context.prisma, email)
  if (before !== null && before === after) return result
  await context.endNewSession(result)
  throw ended
}

const readHash = rowReader('accounts', { password_hash: orNull(isText) })

// FOR SHARE waits for a change in progress. The index of accounts serves only comparisons in its own collation.
async function readPasswordHash(prisma: PrismaClient, email: string): Promise<string | null> {
  if (!isCleanText(email)) return null
  const [row] = await prisma.$queryRaw<unknown[]>`
    SELECT a.password_hash FROM accounts a JOIN users u ON u.id COLLATE "default" = a.user_id
     WHERE u.email = ${email} FOR SHARE OF a`
  return row === undefined ? null : readHash(row).password_hash
}
