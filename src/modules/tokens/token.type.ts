import { builder, inputArg, instant, instantOrNull } from '../../schema/builder.ts'
import { TokenScopeType } from '../../schema/enums.ts'
import { beginAction, IDEMPOTENCY_KEY, requirePerson } from '../audit/acting-person.ts'
import { makeOnce } from '../audit/idempotency-key.writes.ts'
import { newSecretType } from '../audit/new-secret.type.ts'
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
    scopes: t.expose('scopes', { description: 'The rights of the token.', type: [TokenScopeType] }),
    createdAt: instant(t, 'createdAt', 'The instant at which it was created.'),
    expiresAt: instantOrNull(
      t,
      'expiresAt',
      'The instant from which it is not accepted. Null: no expiry.',
    ),
    revokedAt: instantOrNull(t, 'revokedAt', 'When it was revoked. Null: it was not.'),
  }),
})

const NewTokenType = newSecretType(
  'NewToken',
  {
    called: 'token',
    field: 'token',
    description: 'A created access token with its secret.',
    another: 'Revoke the token and create another.',
  },
  (t, description) =>
    t.field({
      type: AccessTokenType,
      nullable: true,
      description,
      resolve: ({ id }, _args, context) =>
        requireToken(context.database.prisma, requirePerson(context).userId, id),
    }),
)

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
    description:
      "The caller's own tokens: those that are not revoked first, each part newest first.",
    resolve: (_root, _args, context) =>
      listTokens(context.database.prisma, requirePerson(context).userId),
  }),
)

builder.mutationFields((t) => ({
  createAccessToken: t.field({
    type: NewTokenType,
    description: 'Creates a token of the caller, with at least one scope.',
    args: inputArg(t.arg, NewAccessTokenInput, 'The token to create.'),
    resolve: async (_root, { input }, context, info) => {
      const by = await beginAction(context, info, TOKENS_A_MINUTE, input)
      const token = { ...input, userId: by.person.userId }
      return makeOnce(by, 'token.created', () => createToken(by, token))
    },
  }),
  revokeAccessToken: t.field({
    type: AccessTokenType,
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
