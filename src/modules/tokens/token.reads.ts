import { TOKEN_SCOPES, type TokenScope } from '../../access/caller.ts'
import { tokenStateAt } from '../../access/liveness.ts'
import type {
  AccessToken,
  Prisma,
  PrismaClient,
  TokenScope as StoredScope,
} from '../../generated/prisma/client.ts'
import { isId, notFound, requireFound, requireIdShape } from '../../values/ids.ts'

// This is more than the number of live tokens that a person may have.
const MAX_LISTED = 500

const SHOWN = {
  id: true,
  name: true,
  reference: true,
  scopes: true,
  createdAt: true,
  expiresAt: true,
  revokedAt: true,
} as const satisfies Prisma.AccessTokenSelect

/** The part of a token that may be shown. Scopes have their API names. */
export type TokenDetails = ReturnType<typeof describeToken>

/** The stored name of each scope. */
export const STORED_SCOPES: Readonly<Record<TokenScope, StoredScope>> = {
  plants: 'plants',
  'portfolio:read': 'portfolio_read',
}

/** A person's own tokens: first those that are not revoked, then the revoked ones, each group newest first. */
export async function listTokens(prisma: PrismaClient, userId: string): Promise<TokenDetails[]> {
  const present = await listNewest(prisma, { userId, revokedAt: null }, MAX_LISTED)
  const where = { userId, revokedAt: { not: null } }
  return [...present, ...(await listNewest(prisma, where, MAX_LISTED - present.length))]
}

/** Every token that a user ever had, oldest first, for operators. Throws `record_not_found`. */
export async function listAllTokens(prisma: PrismaClient, userId: string, now: Date) {
  requireIdShape('user', userId)
  if (!(await prisma.user.findUnique({ where: { id: userId } }))) throw notFound('user')
  const orderBy = [{ createdAt: 'asc' as const }, { id: 'asc' as const }]
  const tokens = await prisma.accessToken.findMany({ where: { userId }, select: SHOWN, orderBy })
  return tokens.map((token) => ({ ...describeToken(token), state: tokenStateAt(token, now) }))
}

/** A token of the person. Throws `record_not_found` for any other. */
export async function requireToken(prisma: PrismaClient, userId: string, id: string) {
  const [token] = isId('token', id) ? await listNewest(prisma, { userId, id }, 1) : []
  return requireFound(token, 'token')
}

async function listNewest(prisma: PrismaClient, where: Prisma.AccessTokenWhereInput, take: number) {
  const orderBy = [{ createdAt: 'desc' as const }, { id: 'desc' as const }]
  const tokens = await prisma.accessToken.findMany({ where, select: SHOWN, orderBy, take })
  return tokens.map(describeToken)
}

function describeToken({ scopes, ...token }: Pick<AccessToken, keyof typeof SHOWN>) {
  return { ...token, scopes: TOKEN_SCOPES.filter((each) => scopes.includes(STORED_SCOPES[each])) }
}
