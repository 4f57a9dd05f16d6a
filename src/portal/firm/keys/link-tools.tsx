import { Button, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useClient, useQuery } from 'urql'
import { useAction } from '../../data/use-action.ts'
import {
  ExportedLinksDocument,
  type ExportedLinksQuery,
  LinkMailDocument,
  RemindOfConnectionLinksDocument,
} from '../../generated/graphql.ts'
import { t } from '../../i18n/text.ts'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { ExportButtons } from '../../ui/export/export-buttons.tsx'
import type { Page } from '../../ui/export/read-pages.ts'
import type { Exported } from '../../ui/export/use-export.ts'

type Link = NonNullable<ExportedLinksQuery['apiKey']>['connectionLinks']['nodes'][number]

const EMPTY: Page<Link> = { nodes: [], pageInfo: { hasNextPage: false, endCursor: null } }

/** Saves the links of a key with their addresses and answers, newest first. */
export function ExportLinks({ keyId }: { keyId: string }) {
  const client = useClient()
  const of: Exported<Link> = {
    name: `links-${keyId}`,
    read: async (after) => {
      const { data, error } = await client
        .query(ExportedLinksDocument, { keyId, after }, { requestPolicy: 'network-only' })
        .toPromise()
      if (error) throw error
      return data?.apiKey?.connectionLinks ?? EMPTY
    },
    header: ['reference', 'email', 'state', 'answer', 'client', 'answered_at', 'expires_at', 'url'],
    toRow: ({ reference, email, state, visits: [visit], expiresAt, path }) => [
      ...[reference, email, state, visit?.answer, visit?.clientName, visit?.answeredAt, expiresAt],
      path && window.location.origin + path,
    ],
  }
  return <ExportButtons of={of} />
}

/** Saves the links of a key, and reminds their clients where mail is sent. */
export function LinkTools({ keyId }: { keyId: string }) {
  const [reminded, setReminded] = useState<number | null>(null)
  const [{ data }] = useQuery({ query: LinkMailDocument })
  const remind = useAction(RemindOfConnectionLinksDocument)
  const send = async () => {
    const sent = await remind.run({ keyId })
    setReminded(sent?.remindOfConnectionLinks ?? null)
  }
  return (
    <Stack gap="xs">
      <Group gap="xs" align="flex-start">
        <ExportLinks keyId={keyId} />
        {data?.mailSettings.isSent && (
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
