import { createAssetFilter } from '../../access/asset-filter.ts'
import { builder } from '../../schema/builder.ts'
import { AssetFilterType } from '../../schema/enums.ts'

export const GrantFilterInput = builder.inputType('GrantFilterInput', {
  description: 'Which assets a grant shows.',
  fields: (t) => ({
    type: t.field({ description: 'What the values name.', type: AssetFilterType, required: true }),
    values: t.stringList({ description: 'The description of each type says what it takes.' }),
  }),
})

/** The filter in the schema's input. Throws `invalid_parameter`. */
export function parseFilter(input: typeof GrantFilterInput.$inferInput) {
  return createAssetFilter(input.type, input.values ?? [])
}
