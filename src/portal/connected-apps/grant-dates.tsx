import { Text } from '@mantine/core'
import { Instant } from '../components/instant.tsx'
import { formatDate } from '../format.ts'
import type { GrantTermsFragment } from '../generated/graphql.ts'

/** Whether a grant is revoked or expired. */
export function hasEnded({ state }: GrantTermsFragment): boolean {
  return state !== 'active'
}

/** The end date of a grant, or when it was revoked. */
export function AccessEnd({ grant }: { grant: GrantTermsFragment }) {
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
      {formatDate(expiresAt)}
      <Text span inherit c="dimmed">
        {' '}
        (<Instant at={expiresAt} />)
      </Text>
    </>
  )
}

export function LastAccess({ at }: { at: string | null }) {
  return <Instant at={at} otherwise="Not accessed yet" />
}
