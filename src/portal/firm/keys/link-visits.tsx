import { Stack, Text } from '@mantine/core'
import type { LinkAnswer, LinkRowFragment } from '../../generated/graphql.ts'
import { Instant } from '../../ui/instant.tsx'
import { Name } from '../../ui/name.tsx'
import { formatCount } from '../../words/format.ts'

const ANSWERS: Readonly<Record<LinkAnswer, string>> = {
  approved: 'approved',
  declined: 'declined',
}

/** The clients who answered a link. */
export function LinkVisits({ link }: { readonly link: LinkRowFragment }) {
  const { visits, answeredCount } = link
  const more = answeredCount - visits.length
  if (visits.length === 0) return 'Nobody'
  return (
    <Stack gap={2}>
      {visits.map(({ id, clientName, answer, answeredAt }) => (
        <Text key={id} inherit>
          <Name>{clientName}</Name>: {ANSWERS[answer]}{' '}
          <Text span inherit c="dimmed">
            <Instant at={answeredAt} />
          </Text>
        </Text>
      ))}
      {more > 0 && <Text inherit>and {formatCount(more, 'more client')}</Text>}
    </Stack>
  )
}
