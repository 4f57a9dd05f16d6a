import { isId } from '../../access/ids.ts'
import { notFound } from '../../database/change.ts'
import { builder } from '../../schema/builder.ts'
import { type Context, poolOf } from '../../schema/context.ts'
import { TokenScopeType } from '../../schema/enums.ts'
import { beginAction, IDEMPOTENCY_KEY, requirePerson } from '../audit/acting-person.ts'
import { readTokens, type TokenRow } from './token.reads.ts'
import { createToken, revokeToken } from './token.writes.ts'

const TOKENS_A_MINUTE = 10
const REVOCATIONS_A_MINUTE = 30

const AccessTokenType = builder.objectRef<TokenRow>('AccessToken').implement({
  description: 'A token that acts as its user within its scopes.',
  fields: (t) => ({
    id: t.exposeID('id'),
    name: t.exposeString('name'),
    reference: t.exposeString('reference', { description: 'The eight characters after pat_.' }),
    scopes: t.expose('scopes', { type: [TokenScopeType] }),
    createdAt: t.expose('created_at', { type: 'DateTime' }),
    expiresAt: t.expose('expires_at', { type: 'DateTime', nullable: true }),
    revokedAt: t.expose('revoked_at', { type: 'DateTime', nullable: true }),
  }),
})

const NewTokenType = builder.objectRef<{ token: TokenRow; secret: string }>('NewToken').implement({
  fields: (t) => ({
    token: t.expose('token', { type: AccessTokenType }),
    secret: t.exposeString('secret', { description: 'Shown this idempotencyKey.' }),
  }),
})

const NewAccessTokenInput = builder.inputType('NewAccessToken', {
  fields: (t) => ({
    name: t.string({ required: true, description: '1 to 200 characters.' }),
    scopes: t.field({ type: [TokenScopeType], description: 'plants alone where none are given.' }),
    expiresAt: t.field({ type: 'DateTime' }),
    idempotencyKey: t.id({ required: true, description: IDEMPOTENCY_KEY }),
  }),
})

builder.queryField('accessTokens', (t) =>
  t.field({
    type: [AccessTokenType],
    authScopes: { person: true },
    description: "The caller's own: those that work, then those that are over; newest first.",
    resolve: (_root, _args, context) => readTokens(poolOf(context), requirePerson(context).userId),
  }),
)

builder.mutationFields((t) => ({
  createAccessToken: t.field({
    type: NewTokenType,
    authScopes: { person: true },
    description: 'A token of the caller’s own, with a scope at least.',
    args: { input: t.arg({ type: NewAccessTokenInput, required: true }) },
    resolve: async (_root, { input: { idempotencyKey, ...input } }, context, info) => {
      const { person, actor } = await beginAction(context, info, TOKENS_A_MINUTE, idempotencyKey)
      const { prisma } = context.database
      const token = { ...input, userId: person.userId }
      const made = await createToken(prisma, actor, token, context.request.now)
      return { token: await requireToken(made.id, context), secret: made.token }
    },
  }),
  revokeAccessToken: t.field({
    type: AccessTokenType,
    authScopes: { person: true },
    description: 'For good. Again: the same answer.',
    args: { tokenId: t.arg.id({ required: true }) },
    resolve: async (_root, { tokenId }, context, info) => {
      const { actor } = await beginAction(context, info, REVOCATIONS_A_MINUTE)
      await requireToken(tokenId, context)
      await revokeToken(context.database.prisma, actor, { tokenId }, context.request.now)
      return requireToken(tokenId, context)
    },
  }),
}))

async function requireToken(id: string, context: Context): Promise<TokenRow> {
  if (!isId('token', id)) throw notFound('token')
  const [token] = await readTokens(poolOf(context), requirePerson(context).userId, id)
  if (!token) throw notFound('token')
  return token
}
