import { requestsPerMinute } from '../../access/caller.ts'
import { builder } from '../../schema/builder.ts'
import { type Context, poolOf } from '../../schema/context.ts'
import { EnvironmentType, KeyStateType, ScopeType, TierType } from '../../schema/enums.ts'
import { type List, listType } from '../../schema/list.type.ts'
import { PageLoaders } from '../../schema/page-loaders.ts'
import { createConnection, type PageArgs, parsePageRequest } from '../../schema/paging.ts'
import { requirePerson } from '../audit/acting-person.ts'
import { readLastUsed } from '../usage/usage.reads.ts'
import {
  countFirmKeys,
  type KeyRow,
  type KeySecretRow,
  readFirmKeys,
  readLiveSecrets,
  requireKey,
} from './api-key.reads.ts'
import { countFirmClients, countKeyClients } from './client-count.reads.ts'
import { encodeCreatedCursor, parseCreatedCursor } from './created-cursor.ts'
import { requireFirm } from './firm.reads.ts'
import { type Firm, FirmType, firmMapper, firmOf } from './firm.type.ts'

/** A key of a page. The keys of one page share their loaders. */
export interface ApiKey {
  readonly row: KeyRow
  readonly loaders: PageLoaders
  readonly firm: Firm
}

const KeySecretType = builder.objectRef<KeySecretRow>('KeySecret').implement({
  description: 'What may be shown of a secret.',
  fields: (t) => ({
    reference: t.exposeString('reference', { description: 'The eight characters after sk_…_.' }),
    createdAt: t.expose('created_at', { type: 'DateTime' }),
    expiresAt: t.expose('expires_at', { type: 'DateTime', nullable: true }),
  }),
})

export const ApiKeyType = builder.objectRef<ApiKey>('ApiKey').implement({
  description: 'An API key, as the members of its firm and staff see it.',
  fields: (t) => ({
    id: t.id({ resolve: ({ row }) => row.id }),
    name: t.string({ resolve: ({ row }) => row.name }),
    environment: t.field({ type: EnvironmentType, resolve: ({ row }) => row.environment }),
    scopes: t.field({ type: [ScopeType], resolve: ({ row }) => row.scopes }),
    tier: t.field({
      type: TierType,
      resolve: ({ row }) => (row.environment === 'sandbox' ? 'sandbox' : row.tier),
    }),
    requestsPerMinute: t.int({ resolve: ({ row }) => requestsPerMinute(row) }),
    state: t.field({ type: KeyStateType, resolve: ({ row }) => row.state }),
    allowedIps: t.stringList({
      description: 'CIDR ranges; none means from anywhere.',
      resolve: ({ row }) => row.allowed_ips,
    }),
    createdBy: t.string({
      nullable: true,
      description: 'A name; null where an operator made it.',
      resolve: ({ row }) => row.created_by,
    }),
    createdAt: t.field({ type: 'DateTime', resolve: ({ row }) => row.created_at }),
    expiresAt: t.field({
      type: 'DateTime',
      nullable: true,
      resolve: ({ row }) => row.expires_at,
    }),
    revokedAt: t.field({
      type: 'DateTime',
      nullable: true,
      resolve: ({ row }) => row.revoked_at,
    }),
    lastUsedAt: t.field({
      type: 'DateTime',
      nullable: true,
      resolve: ({ row, loaders }, _args, context) =>
        loaders.load('last used', row.id, (ids) => readLastUsed(poolOf(context), ids)),
    }),
    secrets: t.field({
      type: [KeySecretType],
      description: 'Those that work: two while the key is being rolled.',
      resolve: ({ row, loaders }, _args, context) =>
        loaders.loadRows(
          'secrets',
          row.id,
          (ids) => readLiveSecrets(poolOf(context), ids, context.request.now),
          (secret) => secret.key_id,
        ),
    }),
    firm: t.field({ type: FirmType, resolve: (key) => key.firm }),
    clientCount: t.int({
      description: 'Clients with an active grant.',
      resolve: async ({ row, loaders }, _args, context) => {
        const { now } = context.request
        const count = await loaders.load('clients', row.id, (ids) =>
          countKeyClients(poolOf(context), ids, now),
        )
        return count ?? 0
      },
    }),
  }),
})

const ApiKeyList = listType('FirmApiKeysConnection', ApiKeyType)

builder.objectFields(FirmType, (t) => ({
  apiKeys: t.field({
    type: ApiKeyList,
    authScopes: { person: true },
    description: 'Newest first.',
    args: t.arg.connectionArgs(),
    resolve: listKeys,
  }),
  clientCount: t.int({
    authScopes: { person: true },
    description: 'Clients with an active grant to any key that works.',
    resolve: async ({ id, loaders }, _args, context) => {
      const { now } = context.request
      const count = await loaders.load('clients', id, (ids) =>
        countFirmClients(poolOf(context), ids, now),
      )
      return count ?? 0
    },
  }),
}))

builder.queryFields((t) => ({
  apiKeys: t.field({
    type: ApiKeyList,
    authScopes: { person: true },
    description: 'The keys of a firm, for its members and for staff. Newest first.',
    args: { firmId: t.arg.id({ required: true }), ...t.arg.connectionArgs() },
    resolve: async (_root, { firmId, ...args }, context) => {
      const firm = await requireFirm(poolOf(context), requirePerson(context), firmId)
      return listKeys(firmOf(firm), args, context)
    },
  }),
  apiKey: t.field({
    type: ApiKeyType,
    nullable: true,
    authScopes: { person: true },
    description: 'A key, for the members of its firm and for staff.',
    args: { id: t.arg.id({ required: true }) },
    resolve: (_root, { id }, context) => findApiKey(id, context),
  }),
}))

/** A key that the caller sees; throws `record_not_found` for any other. */
export async function findApiKey(id: string, context: Context): Promise<ApiKey> {
  const row = await requireKey(poolOf(context), requirePerson(context), id, context.request.now)
  return keyMapper()(row)
}

async function listKeys(firm: Firm, args: PageArgs, context: Context): Promise<List<ApiKey>> {
  const person = requirePerson(context)
  const pool = poolOf(context)
  const page = parsePageRequest(args)
  const span = { limit: page.first + 1, after: parseCreatedCursor(page.after) }
  const keys = await firm.loaders.loadRows(
    `keys ${JSON.stringify(span)}`,
    firm.id,
    async (ids) => {
      const rows = await readFirmKeys(pool, person, ids, span, context.request.now)
      return rows.map(keyMapper())
    },
    ({ row }) => row.firm_id,
  )
  const connection = createConnection(
    keys,
    page,
    ({ row }) => encodeCreatedCursor(row),
    (key) => key,
  )
  const count = async () => {
    const total = await firm.loaders.load('key count', firm.id, (ids) => countFirmKeys(pool, ids))
    return total ?? 0
  }
  return { ...connection, count }
}

// Makes the keys of one page from their rows. They share their loaders, and so do their firms.
function keyMapper(): (row: KeyRow) => ApiKey {
  const loaders = new PageLoaders()
  const toFirm = firmMapper()
  return (row) => ({ row, loaders, firm: toFirm({ id: row.firm_id, name: row.firm_name }) })
}
