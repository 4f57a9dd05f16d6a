import { type Shown, useQuery } from '../../data/use-query.ts'
import { OverviewGrantsDocument, type OverviewGrantsQuery } from '../../generated/graphql.ts'

/** A grant of the client, as the overview shows it. */
export type OverviewGrant = OverviewGrantsQuery['connectedApps']['nodes'][number]

/** The client's grants, the active ones first. The server is asked on each visit, since one may have ended meanwhile. */
export function useOverviewGrants(): Shown<OverviewGrantsQuery> {
  return useQuery(OverviewGrantsDocument, {}, { onVisit: 'again' })
}

/** Whether a key can read under the grant now. */
export function isLive({ state, key }: OverviewGrant): boolean {
  return state === 'active' && key.state === 'active'
}
