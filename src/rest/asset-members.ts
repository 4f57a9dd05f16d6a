import { Kind } from 'graphql'
import { isScope } from '../access/scopes.ts'
import { AssetBodyFragmentDoc } from './operations/generated/graphql.ts'

/** The members of an asset in a body, by the names that the operation gives them. `include` adds others. */
export const ASSET_MEMBERS: readonly string[] = AssetBodyFragmentDoc.definitions.flatMap(
  (definition) =>
    definition.kind === Kind.FRAGMENT_DEFINITION && definition.name.value === 'AssetBody'
      ? definition.selectionSet.selections.flatMap((selection) =>
          selection.kind === Kind.FIELD ? (selection.alias ?? selection.name).value : [],
        )
      : [],
)

/** The members that are the blocks of scopes. All others belong to `registry`. */
export const ASSET_BLOCKS: readonly string[] = ASSET_MEMBERS.filter(isScope)
