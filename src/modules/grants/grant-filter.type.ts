import { createAssetFilter, FILTER_KINDS } from '../../access/asset-filter.ts'
import { builder, type Context, derivedId } from '../../schema/builder.ts'
import { AssetFilterType } from '../../schema/enums.ts'
import { type PageArgs, parsePageRequest } from '../../schema/paging.ts'
import { DEFAULT_PAGE_SIZE, MAX_LARGE_PAGE_SIZE } from '../../values/page-size.ts'
import { requirePerson } from '../audit/acting-person.ts'
import { loadLabel } from '../audit/labels.reads.ts'
import { type PartnerGrant, PartnerGrantType, seesClientSide } from './grant.type.ts'

export const GrantFilterInput = builder.inputType('GrantFilterInput', {
  description: 'Which assets a grant shows.',
  fields: (t) => ({
    type: t.field({ description: 'The kind of values.', type: AssetFilterType, required: true }),
    values: t.stringList({ description: 'The description of each type says what it takes.' }),
  }),
})

/** The filter in the schema's input. Throws `invalid_parameter`. */
export function parseFilter(input: typeof GrantFilterInput.$inferInput) {
  return createAssetFilter(input.type, input.values ?? [])
}

const FilterValueType = builder.objectRef<{ id: string; label: string }>('FilterValue').implement({
  description: 'One value of a filter.',
  fields: (t) => ({
    id: derivedId(t, 'value', 'An id of this object. It is not the value.'),
    value: t.exposeID('id', { description: 'A slug of a category, registry id or collection id.' }),
    label: t.exposeString('label', { description: 'The title or name if visible, else the id.' }),
  }),
})

const GrantFilterType = builder.objectRef<PartnerGrant>('GrantFilter').implement({
  description: 'The assets that a grant shows.',
  fields: (t) => ({
    id: derivedId(t, 'filter', 'Identifies the grant and its filter together.'),
    type: t.expose('assetFilter', { description: 'The kind of values.', type: AssetFilterType }),
    count: t.int({
      description: 'How many categories, assets or collections it names.',
      resolve: ({ filterValues }) => filterValues.length,
    }),
    values: t.field({
      type: [FilterValueType],
      description:
        'The values of the filter, of the kind that its type says. Labels are titles and names for the client and staff, and ids for the firm.',
      args: {
        first: t.arg.int({
          description: `1 to ${MAX_LARGE_PAGE_SIZE}, ${DEFAULT_PAGE_SIZE} by default.`,
        }),
      },
      resolve: listFilterValues,
    }),
  }),
})

builder.objectField(PartnerGrantType, 'filter', (t) =>
  t.field({
    description: 'Which assets it shows.',
    type: GrantFilterType,
    resolve: (grant) => grant,
  }),
)

async function listFilterValues(grant: PartnerGrant, args: PageArgs, context: Context) {
  const { first } = parsePageRequest(args, MAX_LARGE_PAGE_SIZE)
  const person = requirePerson(context)
  const plain = grant.filterValues.slice(0, first).map((id) => ({ id, label: id }))
  if (!FILTER_KINDS[grant.assetFilter].names || !seesClientSide(person, grant)) return plain
  const { clientId, loaders } = grant
  const labelOf = (id: string) => loadLabel(loaders, { clientId, id }, context)
  return Promise.all(plain.map(async ({ id }) => ({ id, label: (await labelOf(id)) ?? id })))
}
