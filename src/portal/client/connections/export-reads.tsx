import { read } from '../../data/client.ts'
import { ExportedReadsDocument, type ExportedReadsQuery } from '../../generated/graphql.ts'
import { ExportButtons } from '../../ui/export/export-buttons.tsx'
import type { Page } from '../../ui/export/read-pages.ts'
import type { Exported } from '../../ui/export/use-export.ts'

type Read = NonNullable<ExportedReadsQuery['grant']>['reads']['nodes'][number]

const EMPTY: Page<Read> = { nodes: [], pageInfo: { hasNextPage: false, endCursor: null } }

/** Saves the read log of a grant, newest hour first. */
export function ExportReads({ grantId }: { grantId: string }) {
  const of: Exported<Read> = {
    name: `read-log-${grantId}`,
    read: async (after) => {
      const { body } = await read(ExportedReadsDocument, { id: grantId, after })
      return body.grant?.reads ?? EMPTY
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
