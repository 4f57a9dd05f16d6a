import { createId } from '../../access/ids.ts'
import { createSecret } from '../../access/secret.ts'
import type { PrismaClient } from '../../generated/prisma/client.ts'
import { type Actor, recordEvent } from '../audit/audit.writes.ts'
import { change, notFound, requireIdShape } from '../change.ts'
import { requireAhead } from '../keys/expiry.ts'
import { parseName } from '../people/name.ts'

export interface NewToken {
  readonly userId: string
  /** Default: "access token". */
  readonly name?: string
  readonly expiresAt?: Date | null | undefined
}

/** A token that acts as its user; it is never shown again. Throws `invalid_parameter` and `record_not_found`. */
export async function createToken(
  prisma: PrismaClient,
  actor: Actor,
  input: NewToken,
  now: Date = new Date(),
) {
  const { userId } = input
  requireIdShape('user', userId)
  const { secret, reference, hash } = createSecret('token')
  const token = {
    id: createId('token'),
    userId,
    name: parseName(input.name ?? 'access token'),
    reference,
    expiresAt: requireAhead(input.expiresAt, now),
    createdAt: now,
  }
  return change(prisma, async (tx) => {
    if (!(await tx.user.findUnique({ where: { id: userId } }))) throw notFound('user')
    await tx.accessToken.create({ data: { ...token, hash } })
    const details = {
      user_id: userId,
      reference,
      expires_at: token.expiresAt?.toISOString() ?? null,
    }
    await recordEvent(tx, { actor, action: 'token.created', subject: token.id, details })
    return { ...token, token: secret }
  })
}

/** The token, revoked for good. Again: the same answer and no second event. Throws `record_not_found`. */
export async function revokeToken(
  prisma: PrismaClient,
  actor: Actor,
  { tokenId }: { readonly tokenId: string },
  now: Date = new Date(),
) {
  requireIdShape('token', tokenId)
  return change(prisma, async (tx) => {
    await tx.$queryRaw`SELECT 1 FROM access_tokens WHERE id = ${tokenId} FOR NO KEY UPDATE`
    const token = await tx.accessToken.findUnique({ where: { id: tokenId } })
    if (!token) throw notFound('token')
    const revokedAt = token.revokedAt ?? now
    if (!token.revokedAt) {
      await tx.accessToken.update({ where: { id: tokenId }, data: { revokedAt } })
      const details = { user_id: token.userId }
      await recordEvent(tx, { actor, action: 'token.revoked', subject: tokenId, details })
    }
    return { id: tokenId, state: 'revoked' as const, revokedAt }
  })
}
