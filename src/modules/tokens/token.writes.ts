import { DEFAULT_TOKEN_SCOPES, TOKEN_SCOPES } from '../../access/caller.ts'
import { liveTokenWhere } from '../../access/liveness.ts'
import { parseNames } from '../../access/scopes.ts'
import { createSecret } from '../../access/secret.ts'
import type { Transaction } from '../../database/change.ts'
import { invalidParameter, stateConflict } from '../../errors.ts'
import { createId, notFound, requireFound, requireIdShape } from '../../values/ids.ts'
import { requireFutureExpiry } from '../../values/instant.ts'
import { parseName } from '../../values/text-rules.ts'
import { type Action, act, actUnhindered, recordEvent } from '../audit/audit.writes.ts'
import { lockUser, requirePersonal } from '../people/person.writes.ts'
import { STORED_SCOPES } from './token.reads.ts'

const MAX_TOKENS = 100

export interface NewToken {
  readonly userId: string
  /** Default: "access token". */
  readonly name?: string
  /** Default: `plants` alone. */
  readonly scopes?: readonly string[] | null | undefined
  readonly expiresAt?: Date | null | undefined
}

/**
 * Creates a token; its secret is returned only here. Throws `invalid_parameter`, also for `portfolio:read` of a user
 * without a portfolio, `record_not_found`, and `state_conflict` if a user has 100 live tokens.
 */
export async function createToken(by: Action, input: NewToken) {
  const { userId } = input
  requireIdShape('user', userId)
  const { secret, reference, hash } = createSecret('token')
  return act(by, async (tx, now) => {
    const token = {
      id: createId('token'),
      userId,
      name: parseName(input.name ?? 'access token'),
      reference,
      scopes: parseNames(TOKEN_SCOPES, input.scopes ?? DEFAULT_TOKEN_SCOPES),
      expiresAt: requireFutureExpiry(input.expiresAt, now),
      createdAt: now,
    }
    if (!(await lockUser(tx, userId))) throw notFound('user')
    await requirePersonal(tx, userId)
    if (token.scopes.includes('portfolio:read')) await requirePortfolio(tx, userId)
    // The limit does not apply to operators.
    if (by.actor.kind === 'user') await requireRoom(tx, userId, now)
    const scopes = token.scopes.map((scope) => STORED_SCOPES[scope])
    await tx.accessToken.createMany({ data: { ...token, scopes, hash } })
    const details = {
      user_id: userId,
      reference,
      scopes: token.scopes,
      expires_at: token.expiresAt?.toISOString() ?? null,
    }
    await recordEvent(tx, by.actor, { action: 'token.created', subject: token.id, details })
    return { ...token, secret }
  })
}

// A token with this scope would read nothing.
async function requirePortfolio(tx: Transaction, userId: string): Promise<void> {
  if (await tx.portfolio.findUnique({ where: { clientId: userId, erasedAt: null } })) return
  throw invalidParameter(
    'portfolio:read shows the portfolio of the user themselves, and this user has none. Without it the token has the scope plants. Staff read the portfolios of clients in the portal; dashboards read sums with a service account that has the scope figures:portfolios.',
  )
}

async function requireRoom(tx: Transaction, userId: string, now: Date): Promise<void> {
  if ((await tx.accessToken.count({ where: { userId, ...liveTokenWhere(now) } })) < MAX_TOKENS)
    return
  throw stateConflict(`There are ${MAX_TOKENS} tokens already; revoke one first.`)
}

/** Revokes a token permanently. Idempotent: a repeated call records no event. Throws `record_not_found`. */
export async function revokeToken(by: Action, { tokenId }: { readonly tokenId: string }) {
  requireIdShape('token', tokenId)
  return actUnhindered(by, async (tx, now) => {
    await tx.$queryRaw`SELECT 1 FROM access_tokens WHERE id = ${tokenId} FOR NO KEY UPDATE`
    const token = requireFound(await tx.accessToken.findUnique({ where: { id: tokenId } }), 'token')
    const revokedAt = token.revokedAt ?? now
    if (!token.revokedAt) {
      await tx.accessToken.updateMany({ where: { id: tokenId }, data: { revokedAt } })
      const details = { user_id: token.userId }
      await recordEvent(tx, by.actor, { action: 'token.revoked', subject: tokenId, details })
    }
    return { id: tokenId, state: 'revoked' as const, revokedAt }
  })
}
