import { Button, Group, Menu } from '@mantine/core'
import type { ClientRowFragment } from '../../generated/graphql.ts'
import { t } from '../../i18n/text.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import type { Column } from '../../ui/record-table.tsx'
import { nameOf } from './client-state.tsx'

export type ClientAct = 'ask' | 'narrow' | 'return' | 'revoke'

/** What the user may do with the clients of the firm and environment. */
export interface ClientRights {
  /** Asking for access, and for a change of it. */
  readonly ask: boolean
  /** Revoking links. */
  readonly revoke: boolean
  /** Reducing access, and giving it back. */
  readonly reduce: boolean
}

type Client = ClientRowFragment

/** The column with the actions. */
export function actionColumn(
  rights: ClientRights,
  onAct: (act: ClientAct, client: Client) => void,
): Column<Client> {
  return {
    name: t('Actions'),
    plain: true,
    align: 'end',
    cell: (client) => {
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
  }
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
