import { Button, Stack } from '@mantine/core'
import { useState } from 'react'
import { useParams } from 'wouter'
import { useEnvironment } from '../../data/environment.ts'
import { isNotFound } from '../../data/error.ts'
import { usePerson } from '../../data/session/person.ts'
import { usePages } from '../../data/use-pages.ts'
import { FirmLink } from '../../domain/firms/firm-link.tsx'
import { ManagementNotice } from '../../domain/firms/management-notice.tsx'
import {
  type Environment,
  FirmKeysDocument,
  type KeyOrder,
  type KeyState,
} from '../../generated/graphql.ts'
import { rich, t } from '../../i18n/text.ts'
import { toDocs } from '../../ui/inline.tsx'
import { ListControls } from '../../ui/list-search/list-controls.tsx'
import {
  type Choice,
  type ListSearch,
  useListSearch,
} from '../../ui/list-search/use-list-search.ts'
import { EmptyState, PortalPage } from '../../ui/page.tsx'
import { NotFound } from '../../ui/page-parts.tsx'
import { PagesView } from '../../ui/pages-view.tsx'
import { KeyList } from './key-facts.tsx'
import { type KeyOrigin, NewKeyDialog } from './new-key-dialog.tsx'

/** The keys of a firm, and creating one. */
export default function KeysPage() {
  const { firmId } = useParams<{ firmId: string }>()
  const { isStaff } = usePerson()
  // While a key is being created, also while other keys are read.
  const [creating, setCreating] = useState<KeyOrigin | null>(null)
  const search = useListSearch('keys')
  const environment = useEnvironment()
  const asked = { ...askForKeys(search), environment }
  const keys = usePages(
    FirmKeysDocument,
    (after) => ({ firmId, after, ...asked }),
    ({ firm }) => firm.apiKeys,
  )
  const { data, totalCount } = keys
  if (isNotFound(keys)) return <NotFound />
  const allowed = data?.firm.sandboxManagement === 'allowed'
  return (
    <PortalPage
      title={t('Service API')}
      description={
        isStaff
          ? rich('The API keys of {firmlink}.', { firmlink: <FirmLink firm={data?.firm} /> })
          : rich(
              'API keys let your systems read what clients have shared with you, over REST and GraphQL. <link>Documentation</link>',
              { link: toDocs },
            )
      }
      action={
        <Button
          disabled={!allowed}
          onClick={() => data && setCreating({ firm: data.firm, version: data.viewer.version })}
        >
          {t('New API key')}
        </Button>
      }
    >
      {data && <ManagementNotice firm={data.firm} />}
      <Stack gap="md">
        <ListControls
          of={search}
          label={t('Search by name, ID or secret prefix')}
          choices={[STATE, ORDER]}
          count={totalCount}
        />
        <PagesView
          of={keys}
          search={search}
          empty={<NoKeys environment={environment} />}
          rows={3}
          height={178}
        >
          {(records) => <KeyList firmId={firmId} keys={records} />}
        </PagesView>
      </Stack>
      {creating && <NewKeyDialog {...creating} onClose={() => setCreating(null)} />}
    </PortalPage>
  )
}

function NoKeys({ environment }: { environment: Environment }) {
  return (
    <EmptyState
      title={environment === 'sandbox' ? t('No sandbox keys yet') : t('No production keys yet')}
    >
      {t(
        'Create one key per system, so you can revoke each separately. Then request access under Clients.',
      )}
    </EmptyState>
  )
}

const STATE: Choice<KeyState> = {
  name: 'state',
  label: t('Status'),
  otherwise: t('Any status'),
  options: { active: t('Active'), expired: t('Expired'), revoked: t('Revoked') },
}

const ORDER: Choice<Exclude<KeyOrder, 'newest'>> = {
  name: 'sort',
  label: t('Sort by'),
  otherwise: t('Newest first'),
  options: { name: t('Name'), last_used: t('Last used first') },
}

function askForKeys({ text, chosen }: ListSearch) {
  return { search: text || null, state: chosen(STATE), orderBy: chosen(ORDER) }
}
