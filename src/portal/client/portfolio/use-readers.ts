import { type Shown, useQuery } from '../../data/use-query.ts'
import { AssetReadersDocument, type AssetReadersQuery } from '../../generated/graphql.ts'

/** The grants of an asset, newest first: a page of them. */
export type Readers = AssetReadersQuery['assetGrants']

/** A grant under which a key can read an asset now. */
export type Reader = Readers['nodes'][number]

/** The readers of an asset. The server is asked on each visit, since a grant may have ended meanwhile. */
export function useReaders(registryId: string): Shown<AssetReadersQuery> {
  return useQuery(AssetReadersDocument, { registryId }, { onVisit: 'again' })
}
