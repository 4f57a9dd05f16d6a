import { Stack, Text } from '@mantine/core'
import type { LinkAnswer, LinkRowFragment } from '../../generated/graphql.ts'
import { t } from '../../i18n/text.ts'
import { Instant } from '../../ui/instant.tsx'
import { Name } from '../../ui/name.tsx'

const ANSWERS: Readonly<Record<LinkAnswer, string>> = {
  approved: t('approved'),
  declined: t('declined'),
}

/** The clients who answered a link. */
export function LinkVisits({ link }: { readonly link: LinkRowFragment }) {
  const { visits, answeredCount } = link
  const more = answeredCount - visits.length
  if (visits.length === 0) return t('Nobody')
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
      {more > 0 && (
        <Text inherit>
          {t('and {more, plural, one {# more client} other {# more clients}}', { more })}
        </Text>
      )}
    </Stack>
  )
}
