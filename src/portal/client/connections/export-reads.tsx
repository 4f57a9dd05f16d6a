import { useClient } from 'urql'
import { ExportedReadsDocument, type ExportedReadsQuery } from '../../generated/graphql.ts'
import { ExportButtons } from '../../ui/export/export-buttons.tsx'
import type { Page } from '../../ui/export/read-pages.ts'
import type { Exported } from '../../ui/export/use-export.ts'

type Read = NonNullable<ExportedReadsQuery['grant']>['reads']['nodes'][number]

const EMPTY: Page<Read> = { nodes: [], pageInfo: { hasNextPage: false, endCursor: null } }

/** Saves the read log of a grant, newest hour first. */
export function ExportReads({ grantId }: { grantId: string }) {
  const client = useClient()
  const of: Exported<Read> = {
    name: `read-log-${grantId}`,
    read: async (after) => {
      const { data, error } = await client
        .query(ExportedReadsDocument, { id: grantId, after }, { requestPolicy: 'network-only' })
        .toPromise()
      if (error) throw error
      return data?.grant?.reads ?? EMPTY
    },
    header: ['hour', 'endpoint', 'scopes', 'requests', 'assets'],
    toRow: ({ hour, endpoint, scopes, requests, assets }) => [
      hour,
      endpoint,
      scopes.join(' '),
      requests,
      assets,
    ],
  }
  return <ExportButtons of={of} />
}
