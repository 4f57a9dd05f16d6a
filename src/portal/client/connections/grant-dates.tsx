import type { GrantFactsFragment } from '../../generated/graphql.ts'
import { rich } from '../../i18n/rich-text.ts'
import { t } from '../../i18n/text.ts'
import { Instant } from '../../ui/instant.tsx'

/** Whether a grant shows nothing any more: it has ended, or its key has. */
export function hasEnded({ state, key }: GrantFactsFragment): boolean {
  return state !== 'active' || key.state !== 'active'
}

/** The end date of a grant, or when it was revoked. */
export function AccessEnd({ grant }: { grant: GrantFactsFragment }) {
  const { state, expiresAt, revokedAt, endedAt, key } = grant
  if (state === 'revoked') return rich('Revoked {instant}', { instant: <Instant at={revokedAt} /> })
  if (state === 'active' && key.state !== 'active')
    return rich('When the firm’s key ended: {instant}', { instant: <Instant at={endedAt} /> })
  return <Instant at={expiresAt} otherwise={t('No end date')} />
}
