import { Button, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { read } from '../../data/client.ts'
import { useAction } from '../../data/use-action.ts'
import { useQuery } from '../../data/use-query.ts'
import {
  type ClientRowFragment,
  FirmClientsDocument,
  LinkMailDocument,
  RemindOfConnectionLinksDocument,
} from '../../generated/graphql.ts'
import { t } from '../../i18n/text.ts'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import type { CsvRow } from '../../ui/export/csv.ts'
import type { Exported } from '../../ui/export/export-buttons.tsx'
import { ExportButtons } from '../../ui/export/export-buttons.tsx'
import type { AskedClients } from './client-choices.ts'
import { linkStateOf } from './client-columns.tsx'

const HEADER = [
  ...['client', 'client_id', 'reference', 'email', 'key', 'state', 'scopes', 'assets', 'since'],
  ...['ends', 'last_read', 'answered_at', 'url'],
]

function toRow({ grant, link, key }: ClientRowFragment): CsvRow {
  if (grant) {
    const { client, filter, endedAt, expiresAt } = grant
    const who = [client.name, client.id, grant.reference, null, key.name, grant.state]
    const shares = [grant.effectiveScopes.join(' '), `${filter.type} ${filter.count || ''}`.trim()]
    return [...who, ...shares, grant.createdAt, endedAt ?? expiresAt, grant.lastReadAt, null, null]
  }
  if (!link) return []
  const [visit] = link.visits
  const asked = [link.reference, link.email, key.name, linkStateOf(link), link.scopes.join(' ')]
  const url = link.path && window.location.origin + link.path
  const dates = [link.createdAt, link.expiresAt, null, visit?.answeredAt]
  return [visit?.clientName, null, ...asked, null, ...dates, url]
}

/** Saves the clients that are shown, with the addresses of their open links. */
export function ExportClients({ asked }: { asked: AskedClients }) {
  const of: Exported<ClientRowFragment> = {
    name: `clients-${asked.keyId ?? asked.firmId}`,
    read: async (after) => {
      const { body } = await read(FirmClientsDocument, { ...asked, first: 100, after })
      return body.firmClients
    },
    header: HEADER,
    toRow,
  }
  return <ExportButtons of={of} />
}

interface Props {
  readonly asked: AskedClients
  /** The keys whose open links the user may remind of. */
  readonly remind: readonly { readonly id: string }[]
}

/** Saves the clients, and reminds those who have not answered where mail is sent. */
export function ClientTools({ asked, remind: keys }: Props) {
  const [reminded, setReminded] = useState<number | null>(null)
  // A person can send this for ten keys a minute. The next press begins with the key that failed.
  const [failed, setFailed] = useState<string | null>(null)
  const { data } = useQuery(LinkMailDocument, {})
  const remind = useAction(RemindOfConnectionLinksDocument)
  // A reminder goes to every open link of the keys, so the list must not show fewer.
  const listsAll = asked.search === null && (asked.only === null || asked.only === 'link_open')
  const send = async () => {
    let sum = 0
    const begin = keys.findIndex(({ id }) => id === failed)
    for (const { id: keyId } of keys.slice(Math.max(0, begin))) {
      const sent = await remind.run({ keyId })
      setFailed(sent ? null : keyId)
      // The mails of the keys before stay.
      if (!sent) return setReminded(sum || null)
      sum += sent.remindOfConnectionLinks
    }
    setReminded(sum)
  }
  return (
    <Stack gap="xs">
      <Group gap="xs" align="flex-start">
        <ExportClients asked={asked} />
        {data?.mailSettings.isSent && listsAll && keys.length > 0 && (
          <Button variant="default" size="xs" loading={remind.busy} onClick={send}>
            {t('Send reminders')}
          </Button>
        )}
      </Group>
      <Text size="sm" role="status">
        {reminded !== null &&
          t(
            '{reminded, plural, =0 {There is nobody to remind today.} one {# client is reminded, if they have an account.} other {# clients are reminded, if they have accounts.}}',
            { reminded },
          )}
      </Text>
      {remind.error && <ErrorNotice error={remind.error} />}
    </Stack>
  )
}
