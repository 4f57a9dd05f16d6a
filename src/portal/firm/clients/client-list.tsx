import { useState } from 'react'
import { usePages } from '../../data/use-pages.ts'
import {
  type AskingKeyFragment,
  type ClientRowFragment,
  FirmClientsDocument,
} from '../../generated/graphql.ts'
import { t } from '../../i18n/text.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ListControls } from '../../ui/list-search/list-controls.tsx'
import type { ListSearch } from '../../ui/list-search/use-list-search.ts'
import { PagesView } from '../../ui/pages-view.tsx'
import { RecordTable } from '../../ui/record-table.tsx'
import { type AskedClients, clientChoices } from './client-choices.ts'
import { clientColumns } from './client-columns.tsx'
import { ClientDialog } from './client-dialog.tsx'
import { actionColumn, type ClientAct, type ClientRights } from './client-menu.tsx'

interface Props {
  readonly firm: { readonly id: string; readonly name: string }
  readonly keys: readonly AskingKeyFragment[]
  readonly rights: ClientRights
  readonly search: ListSearch
  readonly asked: AskedClients
}

/** The clients of a firm, newest first, with their search and filters. */
export function ClientList({ firm, keys, rights, search, asked }: Props) {
  const [open, setOpen] = useState<{ act: ClientAct; client: ClientRowFragment } | null>(null)
  const clients = usePages(
    FirmClientsDocument,
    (after) => ({ ...asked, first: 25, after }),
    ({ firmClients }) => firmClients,
  )
  const mayAct = rights.ask || rights.revoke || rights.reduce
  const columns = [
    ...clientColumns(firm.id),
    ...(mayAct ? [actionColumn(rights, (act, client) => setOpen({ act, client }))] : []),
  ]
  return (
    <>
      <ListControls
        of={search}
        label={t('Search by name, reference, email or ID')}
        choices={clientChoices(keys)}
        shown={clients.nodes.length}
      />
      <PagesView
        of={clients}
        search={search}
        empty={
          <EmptyState title={t('No clients yet')}>
            {t(
              'Request access, and send the link to a client. Clients who approve it are listed here.',
            )}
          </EmptyState>
        }
      >
        {(records) => (
          <RecordTable
            label={t('Clients of the firm')}
            framed
            columns={columns}
            records={records}
          />
        )}
      </PagesView>
      {open && <ClientDialog {...open} firm={firm} keys={keys} onClose={() => setOpen(null)} />}
    </>
  )
}
