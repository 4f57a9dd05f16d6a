import { Stack, Text } from '@mantine/core'
import { Instant } from '../components/instant.tsx'
import { formatCount } from '../format.ts'
import type { LinkAnswer, LinkRowFragment } from '../generated/graphql.ts'

const ANSWERS: Readonly<Record<LinkAnswer, string>> = {
  approved: 'approved',
  declined: 'declined',
}

/** The clients who opened a link, each with the answer. */
export function LinkVisits({ link }: { readonly link: LinkRowFragment }) {
  const { visits, openedCount, state } = link
  const more = openedCount - visits.length
  if (visits.length === 0) return 'Nobody'
  return (
    <Stack gap={2}>
      {visits.map(({ id, clientName, openedAt, answer, answeredAt }) => (
        <Text key={id} inherit>
          {clientName}: {answer ? ANSWERS[answer] : withoutAnswer(state)}{' '}
          <Text span inherit c="dimmed">
            <Instant at={answeredAt ?? openedAt} />
          </Text>
        </Text>
      ))}
      {more > 0 && <Text inherit>and {formatCount(more, 'more client')}</Text>}
    </Stack>
  )
}

function withoutAnswer(state: LinkRowFragment['state']): string {
  return state === 'active' ? 'opened, no answer yet' : 'opened, no answer'
}
