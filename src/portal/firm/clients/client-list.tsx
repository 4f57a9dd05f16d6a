import { Button, Group, Menu } from '@mantine/core'
import { useState } from 'react'
import { usePages } from '../../data/use-pages.ts'
import { type ClientRowFragment, FirmClientsDocument } from '../../generated/graphql.ts'
import { t } from '../../i18n/text.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { ListControls } from '../../ui/list-search/list-controls.tsx'
import type { ListSearch } from '../../ui/list-search/use-list-search.ts'
import { EmptyState } from '../../ui/page.tsx'
import { PagesView } from '../../ui/pages-view.tsx'
import { type Column, RecordTable } from '../../ui/record-table.tsx'
import { type AskedClients, clientChoices, type NamedKey } from './client-choices.ts'
import { clientColumns, nameOf } from './client-columns.tsx'
import { ClientDialog } from './client-dialog.tsx'

interface Props {
  readonly firm: { readonly id: string; readonly name: string }
  readonly keys: readonly NamedKey[]
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
      {open && <ClientDialog {...open} firm={firm} onClose={() => setOpen(null)} />}
    </>
  )
}

export type ClientAct = 'ask' | 'narrow' | 'return' | 'revoke'

interface ClientRights {
  /** Asking for access, and for a change of it. */
  readonly ask: boolean
  /** Revoking links. */
  readonly revoke: boolean
  /** Reducing access, and giving it back. */
  readonly reduce: boolean
}

type Client = ClientRowFragment

function actionColumn(
  rights: ClientRights,
  onAct: (act: ClientAct, client: Client) => void,
): Column<Client> {
  return [
    t('Actions'),
    (client) => {
      const acts = actsOf(client, rights)
      const name = nameOf(client)
      return (
        <Group gap="xs" justify="flex-end">
          {client.link?.path && (
            <CopyButton
              text={window.location.origin + client.link.path}
              what={t('the link for {name}', { name })}
            />
          )}
          {acts.length > 0 && (
            <Menu position="bottom-end" withinPortal={false} withInitialFocusPlaceholder={false}>
              <Menu.Target>
                <Button variant="default" size="xs" aria-label={t('Actions for {name}', { name })}>
                  {t('Actions')}
                </Button>
              </Menu.Target>
              <Menu.Dropdown>
                {acts.map(([act, label]) => (
                  <Menu.Item key={act} onClick={() => onAct(act, client)}>
                    {label}
                  </Menu.Item>
                ))}
              </Menu.Dropdown>
            </Menu>
          )}
        </Group>
      )
    },
    'actions',
  ]
}

function actsOf({ grant, link, key }: Client, rights: ClientRights): [ClientAct, string][] {
  const isActive = grant?.state === 'active'
  const acts: [ClientAct, string][] = []
  // An open link for one client asks already.
  const canAsk = grant ? !grant.client.isSandboxClient : link?.singleUse && link.state !== 'active'
  if (rights.ask && key.state === 'active' && canAsk)
    acts.push(['ask', isActive ? t('Request a change') : t('Request access')])
  if (rights.reduce && isActive) acts.push(['narrow', t('Reduce access')])
  if (rights.reduce && grant && grant.state !== 'revoked')
    acts.push(['return', t('Give back access')])
  if (rights.revoke && link?.state === 'active') acts.push(['revoke', t('Revoke link')])
  return acts
}
