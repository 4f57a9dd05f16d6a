import { type UseQueryResponse, useQuery } from 'urql'
import {
  OverviewGrantsDocument,
  type OverviewGrantsQuery,
  type OverviewGrantsQueryVariables,
} from '../../generated/graphql.ts'

/** A grant of the client, as the overview shows it. */
export type OverviewGrant = OverviewGrantsQuery['connectedApps']['nodes'][number]

// An empty list holds no grant whose change would refresh it.
const CONTEXT = { additionalTypenames: ['PartnerGrant'] }

/** The client's grants, the active ones first. The server is asked on each visit, since one may have ended meanwhile. */
export function useOverviewGrants(): UseQueryResponse<
  OverviewGrantsQuery,
  OverviewGrantsQueryVariables
> {
  return useQuery({
    query: OverviewGrantsDocument,
    requestPolicy: 'cache-and-network',
    context: CONTEXT,
  })
}

/** Whether a key can read under the grant now. */
export function isLive({ state, key }: OverviewGrant): boolean {
  return state === 'active' && key.state === 'active'
}
