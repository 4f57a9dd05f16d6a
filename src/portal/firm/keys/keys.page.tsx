import { Anchor, Button, Stack } from '@mantine/core'
import { useState } from 'react'
import { useParams } from 'wouter'
import { isNotFound } from '../../data/not-found.ts'
import { usePerson } from '../../data/session/person.ts'
import { useList } from '../../data/use-list.ts'
import { FirmLink } from '../../domain/firms/firm-link.tsx'
import { ManagementNotice } from '../../domain/firms/management-notice.tsx'
import { FirmKeysDocument } from '../../generated/graphql.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ListControls, NothingMatches } from '../../ui/list-search/list-controls.tsx'
import { type ListSearch, useListSearch } from '../../ui/list-search/use-list-search.ts'
import { type ListPage, LoadMore, PagedList } from '../../ui/load-more.tsx'
import { NotFound } from '../../ui/not-found.tsx'
import { PortalPage } from '../../ui/portal-page.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { RowsSkeleton } from '../../ui/rows-skeleton.tsx'
import { askForKeys, KEY_CHOICES } from './key-choices.ts'
import { KeyCreation } from './key-creation.tsx'
import { KeyList } from './key-list.tsx'

/** The keys of a firm, and creating one. */
export default function KeysPage() {
  const { firmId } = useParams<{ firmId: string }>()
  const { isStaff } = usePerson()
  // While a key is being created, the API version for its example command.
  const [creating, setCreating] = useState<string | null>(null)
  const search = useListSearch('keys')
  const asked = askForKeys(search)
  const first = useList(FirmKeysDocument, { firmId, after: null, ...asked }, 'ApiKey')
  const [{ data }] = first
  if (isNotFound(first)) return <NotFound />
  const allowed = data?.firm?.keyManagement === 'allowed'
  return (
    <PortalPage
      title="Service API"
      description={
        isStaff ? (
          <>
            The API keys of <FirmLink firm={data?.firm} />.
          </>
        ) : (
          <>
            API keys let your systems read what clients have shared with you, over REST and GraphQL.{' '}
            <Anchor href="/docs" inherit underline="always">
              Documentation
            </Anchor>
          </>
        )
      }
      action={
        <Button disabled={!allowed} onClick={() => setCreating(data?.viewer.version ?? null)}>
          New API key
        </Button>
      }
    >
      {data?.firm && <ManagementNotice firm={data.firm} />}
      <Stack gap="md">
        <ListControls
          of={search}
          label="Search by name, ID or secret prefix"
          choices={KEY_CHOICES}
          count={data?.firm?.apiKeys.totalCount}
        />
        <PagedList key={search.key}>
          {(page) => <KeysPart {...page} firmId={firmId} search={search} />}
        </PagedList>
      </Stack>
      {creating !== null && (
        <KeyCreation firmId={firmId} version={creating} onEnd={() => setCreating(null)} />
      )}
    </PortalPage>
  )
}

interface PartProps extends ListPage {
  readonly firmId: string
  readonly search: ListSearch
}

function KeysPart({ firmId, search, after, onMore }: PartProps) {
  const asked = { firmId, after, ...askForKeys(search) }
  const keys = useList(FirmKeysDocument, asked, 'ApiKey')
  return (
    <QueryView of={keys} skeleton={<RowsSkeleton rows={3} height={178} />}>
      {({ firm }) => {
        if (!firm) return null
        const { nodes, pageInfo } = firm.apiKeys
        return (
          <>
            {nodes.length > 0 && <KeyList firmId={firmId} keys={nodes} />}
            {nodes.length === 0 && search.isNarrowed && <NothingMatches of={search} />}
            {nodes.length === 0 && !search.isNarrowed && (
              <EmptyState title="No API keys yet">
                Create one key per system, so you can revoke each separately. Then send clients its
                connection link.
              </EmptyState>
            )}
            {onMore && <LoadMore of={pageInfo} onMore={onMore} />}
          </>
        )
      }}
    </QueryView>
  )
}
