import { FILTER_KINDS } from '../../access/asset-filter.ts'
import type { Person } from '../../access/caller.ts'
import { intersectScopes } from '../../access/scopes.ts'
import { GatewayError } from '../../errors.ts'
import { builder } from '../../schema/builder.ts'
import { type Context, poolOf } from '../../schema/context.ts'
import { enumValues } from '../../schema/enum-values.ts'
import { AssetFilterType, ScopeType } from '../../schema/enums.ts'
import { PageLoaders } from '../../schema/page-loaders.ts'
import { DEFAULT_PAGE_SIZE, MAX_LARGE_PAGE_SIZE } from '../../values/page-size.ts'
import { requirePerson } from '../audit/acting-person.ts'
import { addHistory } from '../audit/subject-history.ts'
import { revokerOf } from './end-reason.ts'
import { type GrantDetails, requireGrant } from './grant.reads.ts'
import { readFilterLabels } from './grant-filter.reads.ts'
import { GrantKeyType } from './grant-key.type.ts'
import { lastChangeOf } from './grant-terms.ts'

/** A grant of a page. The grants of one page share their loaders. */
export interface PartnerGrant {
  readonly row: GrantDetails
  readonly loaders: PageLoaders
}

export const GrantStateType = builder.enumType('GrantState', {
  description: 'The state of a grant.',
  values: enumValues({
    active: 'It shows assets to the key.',
    expired: 'Its expiry has passed.',
    revoked: 'It ended permanently.',
  }),
})

/** The descriptions of the parties that can end a grant. */
export const REVOKERS = {
  client: 'The client revoked it.',
  firm: 'The firm gave it back.',
  operator: 'An operator of this gateway revoked it, or an early release did not record who did.',
} as const

export const GrantRevokerType = builder.enumType('GrantRevoker', {
  description: 'Who ended a grant.',
  values: enumValues({ ...REVOKERS, key: 'It ended when its key was revoked.' }),
})

const FilterValueType = builder.objectRef<{ id: string; label: string }>('FilterValue').implement({
  description: 'One value of a filter.',
  fields: (t) => ({
    id: t.id({
      description: 'An id of this object. It is not the value.',
      resolve: ({ id }) => `${id}:value`,
    }),
    value: t.exposeID('id', {
      description: 'The slug of a category, a registry id, or the id of a collection.',
    }),
    label: t.exposeString('label', {
      description: 'A title or a name where the caller may see it, else the id.',
    }),
  }),
})

const GrantFilterType = builder.objectRef<PartnerGrant>('GrantFilter').implement({
  description: 'The assets that a grant shows.',
  fields: (t) => ({
    id: t.id({
      description: 'Identifies the grant and its filter together.',
      resolve: ({ row }) => `${row.id}:filter`,
    }),
    type: t.field({
      description: 'What its values name.',
      type: AssetFilterType,
      resolve: ({ row }) => row.assetFilter,
    }),
    count: t.int({
      description: 'How many categories, assets or collections it names.',
      resolve: ({ row }) => row.filterValues.length,
    }),
    values: t.field({
      type: [FilterValueType],
      description:
        'What the filter names, as its type says. Labels are titles and names for the client and staff, and ids for the firm.',
      args: {
        first: t.arg.int({
          description: `1 to ${MAX_LARGE_PAGE_SIZE}, ${DEFAULT_PAGE_SIZE} by default.`,
        }),
      },
      resolve: listFilterValues,
    }),
  }),
})

const GrantClientType = builder.objectRef<GrantDetails['client']>('GrantClient').implement({
  description: 'The client who gave a grant.',
  fields: (t) => ({
    id: t.id({
      description: 'An id of this object. It is not that of the user.',
      resolve: ({ id }) => `${id}:giver`,
    }),
    clientId: t.exposeID('id', { description: 'The id of the user.' }),
    name: t.exposeString('name', { description: 'The name of the person.' }),
    isSandboxClient: t.boolean({
      description: 'Whether it is the sandbox client of the firm: fictional, and no person.',
      resolve: ({ sandboxFirmId }) => sandboxFirmId !== null,
    }),
  }),
})

export const PartnerGrantType = builder.objectRef<PartnerGrant>('PartnerGrant').implement({
  description:
    'The right of a key to read the portfolio of a client, for the client, the members of the firm, and staff.',
  fields: (t) => ({
    id: t.id({ description: 'grant_ and a ULID.', resolve: ({ row }) => row.id }),
    version: t.int({
      description: 'Rises with each change.',
      resolve: ({ row }) => row.version,
    }),
    state: t.field({
      description: 'Its state now.',
      type: GrantStateType,
      resolve: ({ row }) => row.state,
    }),
    scopes: t.field({
      description: 'The scopes that the client has given.',
      type: [ScopeType],
      resolve: ({ row }) => row.scopes,
    }),
    effectiveScopes: t.field({
      type: [ScopeType],
      description: 'The scopes of the grant that the key has as well.',
      resolve: ({ row }) => [...intersectScopes(row.scopes, row.key.scopes)],
    }),
    filter: t.field({
      description: 'Which assets it shows.',
      type: GrantFilterType,
      resolve: (grant) => grant,
    }),
    reference: t.string({
      nullable: true,
      description:
        "The firm's own id of the client, as the client read it before they approved. Null if the firm gave none.",
      resolve: ({ row }) => row.reference,
    }),
    createdAt: t.field({
      description: 'The instant at which it was given.',
      type: 'DateTime',
      resolve: ({ row }) => row.createdAt,
    }),
    updatedAt: t.field({
      description: 'The instant of its newest change.',
      type: 'DateTime',
      resolve: ({ row }) => lastChangeOf(row),
    }),
    expiresAt: t.field({
      description: 'The instant from which it shows nothing. Null: no expiry.',
      type: 'DateTime',
      nullable: true,
      resolve: ({ row }) => row.expiresAt,
    }),
    revokedAt: t.field({
      description: 'The instant at which it was revoked. Null if it was not.',
      type: 'DateTime',
      nullable: true,
      resolve: ({ row }) => row.revokedAt,
    }),
    revokedBy: t.field({
      type: GrantRevokerType,
      nullable: true,
      description: 'Null if it is not revoked.',
      resolve: ({ row }) => row.revokedAt && revokerOf(row.revokedBy),
    }),
    key: t.field({
      description: 'The key that it is given to.',
      type: GrantKeyType,
      resolve: ({ row }) => row.key,
    }),
    client: t.field({
      description: 'The client who gave it.',
      type: GrantClientType,
      resolve: ({ row }) => row.client,
    }),
  }),
})

addHistory(PartnerGrantType, 'Every change, newest first.')

/** Returns the function that creates the grants of one page from their rows. The grants share their loaders. */
export function grantMapper(): (row: GrantDetails) => PartnerGrant {
  const loaders = new PageLoaders()
  return (row) => ({ row, loaders })
}

/** A grant that the caller sees. Throws `record_not_found` for any other. */
export async function findPartnerGrant(id: string, context: Context): Promise<PartnerGrant> {
  const { now } = context.request
  const row = await requireGrant(context.database.prisma, requirePerson(context), id, now)
  return grantMapper()(row)
}

/** Whether the person sees the grant as its client or as staff, and not as a member of the firm. */
export function seesClientSide(person: Person, { row }: PartnerGrant): boolean {
  return person.isStaff || person.userId === row.clientId
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
  const plain = row.filterValues.slice(0, most).map((id) => ({ id, label: id }))
  const { names } = FILTER_KINDS[row.assetFilter]
  if (!names || !seesClientSide(person, grant)) return plain
  const found = await loaders.loadRows(
    'labels',
    row.id,
    (ids) => readFilterLabels(poolOf(context), person, ids),
    (label) => label.grantId,
  )
  const labels = new Map(found.map(({ id, label }) => [id, label]))
  return plain.map(({ id }) => ({ id, label: labels.get(id) ?? id }))
}
