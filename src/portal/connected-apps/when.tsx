import { Text } from '@mantine/core'
import { Instant } from '../components/instant.tsx'
import type { GrantTermsFragment } from '../generated/graphql.ts'
import { dateInWords } from '../words.ts'

/** Whether nothing can be read by a grant any more, as it stands. */
export function isOver({ state }: GrantTermsFragment): boolean {
  return state !== 'active'
}

/** When a grant ends, or when and how it did. */
export function WhenItEnds({ grant }: { grant: GrantTermsFragment }) {
  const { state, expiresAt, revokedAt } = grant
  if (state === 'revoked')
    return (
      <>
        Revoked <Instant at={revokedAt} />
      </>
    )
  if (expiresAt === null) return 'No end date'
  return (
    <>
      {dateInWords(expiresAt)}
      <Text span inherit c="dimmed">
        {' '}
        (<Instant at={expiresAt} />)
      </Text>
    </>
  )
}

export function LastRead({ at }: { at: string | null }) {
  return <Instant at={at} otherwise="Not accessed yet" />
}
