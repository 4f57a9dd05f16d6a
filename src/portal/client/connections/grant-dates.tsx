import { LastUse } from '../../domain/usage/last-use.tsx'
import type { GrantFactsFragment } from '../../generated/graphql.ts'
import { rich, t } from '../../i18n/text.ts'
import type { Fact } from '../../ui/fact-list.tsx'
import { Instant } from '../../ui/instant.tsx'

/** Whether a grant shows nothing any more: it has ended, or its key has. */
export function hasEnded({ state, key }: GrantFactsFragment): boolean {
  return state !== 'active' || key.state !== 'active'
}

/** When a grant ends or ended, and its last use. */
export function dateFacts(grant: GrantFactsFragment): readonly Fact[] {
  const { lastReadAt, createdAt } = grant
  return [
    [
      hasEnded(grant) ? t('Access ended') : t('Access ends'),
      <AccessEnd key="ends" grant={grant} />,
    ],
    [t('Last accessed'), <LastUse key="read" at={lastReadAt} createdAt={createdAt} />],
  ]
}

// The end date of a grant, or when it was revoked.
function AccessEnd({ grant }: { grant: GrantFactsFragment }) {
  const { state, expiresAt, revokedAt, endedAt, key } = grant
  if (state === 'revoked') return rich('Revoked {instant}', { instant: <Instant at={revokedAt} /> })
  if (state === 'active' && key.state !== 'active')
    return rich('When the firm’s key ended: {instant}', { instant: <Instant at={endedAt} /> })
  return <Instant at={expiresAt} otherwise={t('No end date')} />
}
