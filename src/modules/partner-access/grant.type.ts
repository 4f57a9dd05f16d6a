import type { Person } from '../../access/caller.ts'
import { intersectScopes } from '../../access/scopes.ts'
import { GatewayError } from '../../errors.ts'
import { builder } from '../../schema/builder.ts'
import { type Context, poolOf } from '../../schema/context.ts'
import { AssetFilterType, EnvironmentType, KeyStateType, ScopeType } from '../../schema/enums.ts'
import { PageLoaders } from '../../schema/page-loaders.ts'
import { DEFAULT_PAGE_SIZE, MAX_LARGE_PAGE_SIZE } from '../../values/page-size.ts'
import { requirePerson } from '../audit/acting-person.ts'
import { readLastRead } from '../usage/usage.reads.ts'
import { type PartnerGrantRow, requireGrant } from './grant.reads.ts'
import { readFilterLabels } from './grant-filter.reads.ts'

/** A grant of a page. The grants of one page share their loaders. */
export interface PartnerGrant {
  readonly row: PartnerGrantRow
  readonly loaders: PageLoaders
}

/** The key of a grant, as its client sees it. */
export interface GrantKey {
  readonly id: string
  readonly name: string
  readonly environment: PartnerGrantRow['key_environment']
  readonly reference: string | null
  readonly firmName: string
  readonly scopes: PartnerGrantRow['key_scopes']
  readonly state: PartnerGrantRow['key_state']
}

const GrantStateType = builder.enumType('GrantState', {
  values: ['active', 'expired', 'revoked'] as const,
})

const GrantRevokerType = builder.enumType('GrantRevoker', {
  description: 'Who ended a grant.',
  values: {
    client: { description: 'The client revoked it.' },
    firm: { description: 'The firm gave it back.' },
    operator: { description: 'An operator of this gateway revoked it.' },
    key: { description: 'It ended when its key was revoked.' },
  } as const,
})

const FilterValueType = builder
  .objectRef<{ id: string; label: string }>('FilterValue')
  .implement({ fields: (t) => ({ id: t.exposeID('id'), label: t.exposeString('label') }) })

const GrantFilterType = builder.objectRef<PartnerGrant>('GrantFilter').implement({
  description: 'Which assets a grant shows.',
  fields: (t) => ({
    type: t.field({ type: AssetFilterType, resolve: ({ row }) => row.filter_type }),
    count: t.int({
      description: 'How many categories, assets or collections it names.',
      resolve: ({ row }) => row.filter_values.length,
    }),
    values: t.field({
      type: [FilterValueType],
      description:
        'Slugs of categories, registry ids, or the id of a collection. Titles and names are for the client and staff.',
      args: {
        first: t.arg.int({
          description: `1 to ${MAX_LARGE_PAGE_SIZE}, ${DEFAULT_PAGE_SIZE} unless told otherwise.`,
        }),
      },
      resolve: listFilterValues,
    }),
  }),
})

export const GrantKeyType = builder.objectRef<GrantKey>('GrantKey').implement({
  description: 'An API key, as a client sees it.',
  fields: (t) => ({
    id: t.exposeID('id'),
    name: t.exposeString('name'),
    environment: t.expose('environment', { type: EnvironmentType }),
    reference: t.exposeString('reference', {
      nullable: true,
      description: 'The public eight characters of its newest secret.',
    }),
    firmName: t.exposeString('firmName'),
    scopes: t.field({ type: [ScopeType], resolve: (key) => key.scopes }),
    state: t.expose('state', { type: KeyStateType }),
  }),
})

const GrantClientType = builder.objectRef<PartnerGrantRow>('GrantClient').implement({
  description: 'The client who gave a grant.',
  fields: (t) => ({ id: t.exposeID('client_id'), name: t.exposeString('client_name') }),
})

export const PartnerGrantType = builder.objectRef<PartnerGrant>('PartnerGrant').implement({
  description: 'What a client lets a key read, as those see it who manage either.',
  fields: (t) => ({
    id: t.id({ resolve: ({ row }) => row.id }),
    version: t.int({
      description: 'Rises with each change.',
      resolve: ({ row }) => row.version,
    }),
    state: t.field({ type: GrantStateType, resolve: ({ row }) => row.state }),
    scopes: t.field({ type: [ScopeType], resolve: ({ row }) => row.scopes }),
    effectiveScopes: t.field({
      type: [ScopeType],
      description: 'Those that the key has as well.',
      resolve: ({ row }) => [...intersectScopes(row.scopes, row.key_scopes)],
    }),
    filter: t.field({ type: GrantFilterType, resolve: (grant) => grant }),
    createdAt: t.field({ type: 'DateTime', resolve: ({ row }) => row.created_at }),
    updatedAt: t.field({ type: 'DateTime', resolve: ({ row }) => row.updated_at }),
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
    revokedBy: t.field({
      type: GrantRevokerType,
      nullable: true,
      description: 'Null where it is not revoked, and where nobody recorded who did it.',
      resolve: ({ row }) => row.revoked_by,
    }),
    lastReadAt: t.field({
      type: 'DateTime',
      nullable: true,
      resolve: ({ row, loaders }, _args, context) =>
        loaders.load('last read', row.id, (ids) => readLastRead(poolOf(context), ids)),
    }),
    key: t.field({ type: GrantKeyType, resolve: ({ row }) => keyOf(row) }),
    client: t.field({ type: GrantClientType, resolve: ({ row }) => row }),
  }),
})

/** Makes the grants of one page from their rows. They share their loaders. */
export function grantMapper(): (row: PartnerGrantRow) => PartnerGrant {
  const loaders = new PageLoaders()
  return (row) => ({ row, loaders })
}

/** A grant that the caller sees; throws `record_not_found` for any other. */
export async function findPartnerGrant(id: string, context: Context): Promise<PartnerGrant> {
  const { now } = context.request
  const row = await requireGrant(poolOf(context), requirePerson(context), id, now)
  return grantMapper()(row)
}

/** Whether a grant is the person's own affair, or that of staff, rather than the firm's. */
export function seesClientSide(person: Person, { row }: PartnerGrant): boolean {
  return person.isStaff || person.userId === row.client_id
}

async function listFilterValues(
  grant: PartnerGrant,
  { first }: { readonly first?: number | null | undefined },
  context: Context,
) {
  const most = first ?? DEFAULT_PAGE_SIZE
  if (most < 1 || most > MAX_LARGE_PAGE_SIZE)
    throw new GatewayError('invalid_parameter', `first takes 1 to ${MAX_LARGE_PAGE_SIZE}.`)
  const { row, loaders } = grant
  const person = requirePerson(context)
  const plain = row.filter_values.slice(0, most).map((id) => ({ id, label: id }))
  const named = row.filter_type === 'items' || row.filter_type === 'collection'
  if (!named || !seesClientSide(person, grant)) return plain
  const found = await loaders.loadRows(
    'labels',
    row.id,
    (ids) => readFilterLabels(poolOf(context), person, ids),
    (label) => label.grant_id,
  )
  const labels = new Map(found.map(({ id, label }) => [id, label]))
  return plain.map(({ id }) => ({ id, label: labels.get(id) ?? id }))
}

function keyOf(row: PartnerGrantRow): GrantKey {
  return {
    id: row.key_id,
    name: row.key_name,
    environment: row.key_environment,
    reference: row.key_reference,
    firmName: row.firm_name,
    scopes: row.key_scopes,
    state: row.key_state,
  }
}
