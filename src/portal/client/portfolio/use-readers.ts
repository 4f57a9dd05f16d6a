import { type UseQueryResponse, useQuery } from 'urql'
import {
  AssetReadersDocument,
  type AssetReadersQuery,
  type AssetReadersQueryVariables,
} from '../../generated/graphql.ts'

/** The grants of an asset, newest first: a page of them. */
export type Readers = AssetReadersQuery['assetGrants']

/** A grant under which a key can read an asset now. */
export type Reader = Readers['nodes'][number]

// An empty list holds no grant whose change would refresh it.
const CONTEXT = { additionalTypenames: ['PartnerGrant'] }

/** The readers of an asset. The server is asked on each visit, since a grant may have ended meanwhile. */
export function useReaders(
  registryId: string,
): UseQueryResponse<AssetReadersQuery, AssetReadersQueryVariables> {
  return useQuery({
    query: AssetReadersDocument,
    variables: { registryId },
    requestPolicy: 'cache-and-network',
    context: CONTEXT,
  })
}
