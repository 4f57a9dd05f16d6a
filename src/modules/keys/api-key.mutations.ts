import { builder, type Context, inputArg } from '../../schema/builder.ts'
import { EnvironmentType, enumType, ScopeType } from '../../schema/enums.ts'
import { type ActingPerson, beginAction, IDEMPOTENCY_KEY } from '../audit/acting-person.ts'
import { makeOnce, usedForAnother } from '../audit/idempotency-key.writes.ts'
import { type NewSecret, newSecretType } from '../audit/new-secret.type.ts'
import { requireAdmin, requireKeyManager } from '../firms/firm-roles.ts'
import { requireKey } from './api-key.reads.ts'
import { ApiKeyType, findApiKey } from './api-key.type.ts'
import { createKey, updateKey } from './api-key.writes.ts'
import { type Overlap, revokeKey, rollKey } from './api-key-secret.writes.ts'

const SECRETS_A_MINUTE = 10
const CHANGES_A_MINUTE = 30
const LINKS_BY_ADMIN = 'Only an admin of the firm lets a key create connection links.'

const OVERLAP_BY_NAME = {
  none: '0',
  one_hour: '1h',
  one_day: '24h',
  one_week: '7d',
} as const satisfies Record<string, Overlap>

const OverlapType = enumType('Overlap', 'How long the old secret of a rotated key stays valid.', {
  none: 'It ends at once.',
  one_hour: 'One hour.',
  one_day: '24 hours.',
  one_week: 'Seven days.',
})

const NewSecretType = newSecretType(
  'NewSecret',
  {
    called: 'key',
    field: 'key',
    description: 'A key with its new secret.',
    another: 'Roll the key for another.',
  },
  (t, description) => {
    const resolve = ({ id }: NewSecret, _args: object, context: Context) => findApiKey(id, context)
    return t.field({ type: ApiKeyType, nullable: true, description, resolve })
  },
)

const NewApiKeyInput = builder.inputType('NewApiKey', {
  description: 'An API key to create.',
  fields: (t) => ({
    firmId: t.id({ description: 'The firm that the key will belong to.', required: true }),
    name: t.string({ required: true, description: '1 to 200 characters.' }),
    environment: t.field({
      description: 'The environment whose portfolios it will read.',
      type: EnvironmentType,
      required: true,
    }),
    scopes: t.field({ type: [ScopeType], required: true, description: 'registry is added.' }),
    expiresAt: t.field({ description: 'In the future. Absent: no expiry.', type: 'DateTime' }),
    allowedIps: t.stringList({
      description: 'Addresses and CIDR ranges; an empty list allows any address.',
    }),
    createsLinks: t.boolean({ description: 'Whether it creates its own links; an admin decides.' }),
    idempotencyKey: t.id({ required: true, description: IDEMPOTENCY_KEY }),
  }),
})

const ApiKeyChangeInput = builder.inputType('ApiKeyChange', {
  description: 'Omitted members stay unchanged.',
  fields: (t) => ({
    keyId: t.id({ description: 'The key to change.', required: true }),
    name: t.string({ description: '1 to 200 characters.' }),
    allowedIps: t.stringList({ description: 'Replaces the whole list.' }),
    returnUrls: t.stringList({
      description:
        'Replaces the whole list: at most 10 https addresses, without credentials and without a fragment. Connection links that name another address have no return address from then on.',
    }),
    createsLinks: t.boolean({
      description:
        'Whether it creates its own links; an admin decides. Taking the right revokes the open links that it created.',
    }),
  }),
})

const ApiKeyRollInput = builder.inputType('ApiKeyRoll', {
  description: 'A rotation of the secret of a key.',
  fields: (t) => ({
    keyId: t.id({ description: 'The key that gets a new secret.', required: true }),
    overlap: t.field({
      description: 'How long the old secret stays valid.',
      type: OverlapType,
      required: true,
    }),
    idempotencyKey: t.id({ required: true, description: IDEMPOTENCY_KEY }),
  }),
})

builder.mutationFields((t) => ({
  createApiKey: t.field({
    type: NewSecretType,
    description:
      'For admins of a firm with an active Enterprise plan, and its developers for sandbox keys.',
    args: inputArg(t.arg, NewApiKeyInput, 'The key to create.'),
    resolve: async (_root, { input }, context, info) => {
      const by = await beginAction(context, info, SECRETS_A_MINUTE, input)
      await requireKeyManager(by, input)
      if (input.createsLinks) await requireAdmin(by, input.firmId, LINKS_BY_ADMIN)
      const made = await makeOnce(by, 'key.created', () => createKey(by, input))
      if (made.secret === null) {
        const earlier = await findApiKey(made.id, context)
        if (earlier.firmId !== input.firmId) throw usedForAnother()
      }
      return made
    },
  }),
  updateApiKey: t.field({
    type: ApiKeyType,
    description:
      'For admins of a firm with an active Enterprise plan, and its developers for sandbox keys.',
    args: inputArg(t.arg, ApiKeyChangeInput, 'The members to change.'),
    resolve: async (_root, { input }, context, info) => {
      const by = await beginAction(context, info, CHANGES_A_MINUTE)
      const { firmId } = await requireManagedKey(by, input.keyId)
      if (input.createsLinks != null) await requireAdmin(by, firmId, LINKS_BY_ADMIN)
      await updateKey(by, input)
      return findApiKey(input.keyId, context)
    },
  }),
  rollApiKey: t.field({
    type: NewSecretType,
    description:
      'Creates a new secret for a key; its grants stay. For admins of a firm with an active Enterprise plan, and its developers for sandbox keys.',
    args: inputArg(t.arg, ApiKeyRollInput, 'The rotation.'),
    resolve: async (_root, { input }, context, info) => {
      const { keyId, overlap } = input
      const by = await beginAction(context, info, SECRETS_A_MINUTE, input)
      await requireManagedKey(by, keyId)
      const roll = { keyId, overlap: OVERLAP_BY_NAME[overlap] }
      const made = await makeOnce(by, 'key.rolled', () => rollKey(by, roll))
      if (made.id !== keyId) throw usedForAnother()
      return made
    },
  }),
  revokeApiKey: t.field({
    type: ApiKeyType,
    description:
      'Revokes a key permanently, with its grants. For admins of the firm, and its developers for sandbox keys; no plan is needed. Idempotent: repeating it returns the same result.',
    args: { keyId: t.arg.id({ description: 'The id of the key.', required: true }) },
    resolve: async (_root, { keyId }, context, info) => {
      const by = await beginAction(context, info, CHANGES_A_MINUTE)
      await requireManagedKey(by, keyId)
      await revokeKey(by, { keyId })
      return findApiKey(keyId, context)
    },
  }),
}))

/** A key that the person manages. Throws `record_not_found` or, for a key that they only see, `caller_not_allowed`. */
export async function requireManagedKey(by: ActingPerson, keyId: string) {
  const key = await requireKey(by, keyId)
  await requireKeyManager(by, key)
  return key
}
