import { requestsPerMinute, type Tier } from '../../access/caller.ts'
import { builder, type Context, instant, instantOrNull, poolOf } from '../../schema/builder.ts'
import { EnvironmentType, KeyStateType, ScopeType, TierType } from '../../schema/enums.ts'
import { loadCount, PageLoaders } from '../../schema/page-loaders.ts'
import { readerOf } from '../audit/acting-person.ts'
import { loadCreator } from '../audit/audit.reads.ts'
import { addHistory } from '../audit/audit.type.ts'
import { type Firm, FirmType, firmMapper } from '../firms/firm.type.ts'
import { RemovedMemberType } from '../firms/member.mutations.ts'
import {
  countFirmClients,
  countKeyClients,
  type KeyDetails,
  requireKey,
  type ShownSecret,
} from './api-key.reads.ts'

/** A key of a page. The keys of one page share their loaders. */
export interface ApiKey extends Omit<KeyDetails, 'firm'> {
  /** The tier that an operator set for the key, or else the tier of its firm. */
  readonly tier: Tier
  readonly loaders: PageLoaders
  readonly firm: Firm
}

const KeySecretType = builder.objectRef<ShownSecret>('KeySecret').implement({
  description: 'The part of a secret that may be shown.',
  fields: (t) => ({
    id: t.exposeID('reference', { description: 'The reference.' }),
    reference: t.exposeString('reference', { description: 'The eight characters after sk_…_.' }),
    createdAt: instant(t, 'createdAt', 'The instant at which it was created.'),
    expiresAt: instantOrNull(
      t,
      'expiresAt',
      'The end of the overlap after a rotation, or of a secret of the scenario secret_rolled. Null: it has no end.',
    ),
  }),
})

export const ApiKeyType = builder.objectRef<ApiKey>('ApiKey').implement({
  description: 'An API key, as the members of its firm and staff see it.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'key_ and a ULID.' }),
    name: t.exposeString('name', { description: 'Chosen by the firm.' }),
    environment: t.expose('environment', {
      description: 'It reads portfolios of this environment only.',
      type: EnvironmentType,
    }),
    scopes: t.expose('scopes', { description: 'The most that it can read.', type: [ScopeType] }),
    tier: t.field({
      description: 'Its rate limit.',
      type: TierType,
      resolve: ({ environment, tier }) => (environment === 'sandbox' ? 'sandbox' : tier),
    }),
    requestsPerMinute: t.int({
      description: 'The limit of its requests in a minute.',
      resolve: requestsPerMinute,
    }),
    state: t.expose('state', { description: 'Its state now.', type: KeyStateType }),
    allowedIps: t.exposeStringList('allowedIps', {
      description: 'CIDR ranges; an empty list allows any address.',
    }),
    returnUrls: t.exposeStringList('returnUrls', {
      description:
        'Where a connection link may lead a client after their answer: https addresses, as they are compared.',
    }),
    createsLinks: t.exposeBoolean('createsLinks', {
      description:
        'Whether it creates connection links for itself, by createConnectionLink. An admin of the firm gives it this right.',
    }),
    trustedDocumentsOnly: t.exposeBoolean('trustedDocumentsOnly', {
      description:
        'Whether its GraphQL requests may only name trusted documents, by id. Operators set it.',
    }),
    createdBy: t.string({
      nullable: true,
      description: 'A name; null if an operator created it.',
      resolve: loadCreator,
    }),
    createdAt: instant(t, 'createdAt', 'The instant at which it was created.'),
    expiresAt: instantOrNull(
      t,
      'expiresAt',
      'The instant from which it is not accepted. Null: no expiry.',
    ),
    revokedAt: instantOrNull(t, 'revokedAt', 'When it was revoked. Null: it was not.'),
    secrets: t.expose('secrets', {
      type: [KeySecretType],
      description:
        'The live secrets: two during the overlap after a rotation, and one more for an hour after the scenario secret_rolled.',
    }),
    firm: t.expose('firm', { description: 'The firm that it belongs to.', type: FirmType }),
    clientCount: t.int({
      description: 'Clients with an active grant.',
      resolve: loadCount('clients', ({ database, request }, ids) =>
        countKeyClients(database.prisma, ids, request.now),
      ),
    }),
  }),
})

addHistory(ApiKeyType, 'Newest first.')

builder.objectFields(FirmType, (t) => ({
  clientCount: t.int({
    authScopes: { person: true },
    description: 'Clients with an active grant to any live key.',
    args: {
      environment: t.arg({ type: EnvironmentType, description: 'Only keys of this environment.' }),
    },
    resolve: async ({ id, loaders }, { environment }, context) => {
      const counts = await loaders.load('clients', id, (ids) =>
        countFirmClients(poolOf(context), ids, context.request.now),
      )
      return (counts ?? [])
        .filter((count) => environment == null || count.environment === environment)
        .reduce((sum, { total }) => sum + total, 0)
    },
  }),
}))

builder.objectField(RemovedMemberType, 'keys', (t) =>
  t.field({
    type: [ApiKeyType],
    description:
      'The live keys of the firm whose secret the person was shown. They keep working: roll or revoke them.',
    resolve: ({ keyIds }, _args, context) =>
      Promise.all(keyIds.map((id) => findApiKey(id, context))),
  }),
)

builder.queryFields((t) => ({
  apiKey: t.field({
    type: ApiKeyType,
    description: 'A key, for the members of its firm and for staff.',
    args: { id: t.arg.id({ description: 'The id of the key.', required: true }) },
    resolve: (_root, { id }, context) => findApiKey(id, context),
  }),
}))

/** A key that the caller sees. Throws `record_not_found` for any other. */
export async function findApiKey(id: string, context: Context): Promise<ApiKey> {
  return keyMapper()(await requireKey(readerOf(context), id))
}

/** Returns the function that creates the keys of one page from their rows. The keys share their loaders. */
export function keyMapper(): (row: KeyDetails) => ApiKey {
  const loaders = new PageLoaders()
  const toFirm = firmMapper()
  return (row) => ({
    ...row,
    tier: row.tier ?? row.firm.tier,
    loaders,
    firm: toFirm(row.firm),
  })
}
