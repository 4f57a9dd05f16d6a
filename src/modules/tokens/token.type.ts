import { builder } from '../../schema/builder.ts'
import { TokenScopeType } from '../../schema/enums.ts'
import { inputArg, instant } from '../../schema/fields.ts'
import { beginAction, IDEMPOTENCY_KEY, requirePerson } from '../audit/acting-person.ts'
import { makeOnce } from '../audit/make-once.ts'
import { listTokens, requireToken, type TokenDetails } from './token.reads.ts'
import { createToken, revokeToken } from './token.writes.ts'

const TOKENS_A_MINUTE = 10
const REVOCATIONS_A_MINUTE = 30

const AccessTokenType = builder.objectRef<TokenDetails>('AccessToken').implement({
  description: 'A token that acts as its user within its scopes.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'token_ and a ULID.' }),
    name: t.exposeString('name', { description: 'Chosen by its user.' }),
    reference: t.exposeString('reference', { description: 'The eight characters after pat_.' }),
    scopes: t.field({
      description: 'The rights of the token.',
      type: [TokenScopeType],
      resolve: ({ scopes }) => scopes,
    }),
    createdAt: instant(t, 'createdAt', 'The instant at which it was created.'),
    expiresAt: t.expose('expiresAt', {
      description: 'The instant from which it is not accepted. Null: no expiry.',
      type: 'DateTime',
      nullable: true,
    }),
    revokedAt: t.expose('revokedAt', {
      description: 'The instant at which it was revoked. Null if it was not.',
      type: 'DateTime',
      nullable: true,
    }),
  }),
})

interface NewToken {
  readonly tokenId: string
  readonly secret: string | null
}

const NewTokenType = builder.objectRef<NewToken>('NewToken').implement({
  description: 'A created access token with its secret.',
  fields: (t) => ({
    tokenId: t.exposeID('tokenId', { description: 'The id of the token.' }),
    // `token` is nullable so that the secret is returned even if the read of the token fails.
    token: t.field({
      type: AccessTokenType,
      nullable: true,
      description:
        'The token, without its secret. Null together with an error: it exists, and could not be read.',
      resolve: ({ tokenId }, _args, context) =>
        requireToken(context.database.prisma, requirePerson(context).userId, tokenId),
    }),
    secret: t.exposeString('secret', {
      nullable: true,
      description:
        'Shown only once. Null for a repeated request: only the first one returns it, and it is not stored. Revoke the token and create another.',
    }),
  }),
})

const NewAccessTokenInput = builder.inputType('NewAccessToken', {
  description: 'An access token to create.',
  fields: (t) => ({
    name: t.string({ required: true, description: '1 to 200 characters.' }),
    scopes: t.field({ type: [TokenScopeType], description: 'plants by default.' }),
    expiresAt: t.field({ description: 'In the future. Absent: no expiry.', type: 'DateTime' }),
    idempotencyKey: t.id({ required: true, description: IDEMPOTENCY_KEY }),
  }),
})

builder.queryField('accessTokens', (t) =>
  t.field({
    type: [AccessTokenType],
    authScopes: { person: true },
    description:
      "The caller's own tokens: those that are not revoked first, each part newest first.",
    resolve: (_root, _args, context) =>
      listTokens(context.database.prisma, requirePerson(context).userId),
  }),
)

builder.mutationFields((t) => ({
  createAccessToken: t.field({
    type: NewTokenType,
    authScopes: { person: true },
    description: 'Creates a token of the caller, with at least one scope.',
    args: inputArg(t.arg, NewAccessTokenInput, 'The token to create.'),
    resolve: async (_root, { input }, context, info) => {
      const by = await beginAction(context, info, TOKENS_A_MINUTE, input)
      const token = { ...input, userId: by.person.userId }
      const { id, made } = await makeOnce(by, 'token.created', () => createToken(by, token))
      return { tokenId: id, secret: made?.token ?? null }
    },
  }),
  revokeAccessToken: t.field({
    type: AccessTokenType,
    authScopes: { person: true },
    description: 'Revokes a token permanently. Idempotent: repeating it returns the same result.',
    args: {
      tokenId: t.arg.id({ description: 'The id of a token of the caller.', required: true }),
    },
    resolve: async (_root, { tokenId }, context, info) => {
      const by = await beginAction(context, info, REVOCATIONS_A_MINUTE)
      await requireToken(by.prisma, by.person.userId, tokenId)
      await revokeToken(by, { tokenId })
      return requireToken(by.prisma, by.person.userId, tokenId)
    },
  }),
}))
