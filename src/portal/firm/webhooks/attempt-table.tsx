import { Badge, Button, Center } from '@mantine/core'
import { useAction } from '../../data/use-action.ts'
import type { Action } from '../../data/use-run.ts'
import { formatMilliseconds } from '../../domain/requests/format-request.ts'
import { type AttemptRowFragment, SendWebhookAgainDocument } from '../../generated/graphql.ts'
import { t } from '../../i18n/text.ts'
import { CopyId } from '../../ui/copy-id.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { Dimmed } from '../../ui/inline.tsx'
import { Instant } from '../../ui/instant.tsx'
import { type Column, RecordTable } from '../../ui/record-table.tsx'
import { RESULTS } from './webhook-labels.ts'
import type { ShownWebhook } from './webhook-section.tsx'

interface Props {
  readonly endpoint: ShownWebhook
  readonly canSendAgain: boolean
  readonly onAll: (() => void) | null
}

/** The last attempts at an endpoint, newest first. */
export function AttemptTable({ endpoint: { url, attempts }, canSendAgain, onAll }: Props) {
  const again = useAction(SendWebhookAgainDocument)
  if (attempts.nodes.length === 0) return <Dimmed>{t('No attempts yet.')}</Dimmed>
  return (
    <>
      {again.error && <ErrorNotice error={again.error} />}
      <RecordTable
        label={t('Last attempts at {url}', { url })}
        columns={canSendAgain ? [...COLUMNS, againColumn(again)] : COLUMNS}
        records={attempts.nodes}
      />
      {onAll && (
        <Center>
          <Button variant="default" onClick={onAll}>
            {t('Show all kept attempts')}
          </Button>
        </Center>
      )}
    </>
  )
}

const COLUMNS: readonly Column<AttemptRowFragment>[] = [
  [t('Event'), ({ type, eventId }) => <Event type={type} id={eventId} />],
  [t('Sent'), ({ at }) => <Instant at={at} />],
  [
    t('Result'),
    ({ result }) => (
      <>
        <Badge color={RESULTS[result].color ?? 'red'}>{RESULTS[result].label}</Badge>
        <Dimmed size="xs">{RESULTS[result].text}</Dimmed>
      </>
    ),
  ],
  [t('Status'), ({ status }) => status ?? '–', 'end'],
  [t('Time'), ({ milliseconds }) => formatMilliseconds(milliseconds), 'end'],
]

function Event({ type, id }: { type: string; id: string }) {
  return (
    <>
      {type}
      <CopyId id={id} of={t('the event {type}', { type })} fz="xs" />
    </>
  )
}

function againColumn({
  run,
  busy,
}: Action<{ attemptId: string }, unknown>): Column<AttemptRowFragment> {
  return [
    t('Actions'),
    ({ id, type, result }) =>
      result !== 'waiting' && (
        <Button
          variant="default"
          size="xs"
          disabled={busy}
          aria-label={t('Send again: {type}', { type })}
          onClick={() => run({ attemptId: id })}
        >
          {t('Send again')}
        </Button>
      ),
    'actions',
  ]
}
