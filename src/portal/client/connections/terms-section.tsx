import { Alert, Group, Text, VisuallyHidden } from '@mantine/core'
import { ExplainedScopes, GrantBadge } from '../../domain/badges.tsx'
import { identityFacts } from '../../domain/firms/firm-identity.tsx'
import { KeyName } from '../../domain/keys/key-name.tsx'
import type { GrantTermsFragment } from '../../generated/graphql.ts'
import { rich, t } from '../../i18n/text.ts'
import { CopyId } from '../../ui/copy-id.tsx'
import { FactList } from '../../ui/fact-list.tsx'
import { Name, To } from '../../ui/inline.tsx'
import { Instant } from '../../ui/instant.tsx'
import { Section } from '../../ui/page-parts.tsx'
import { formatFilter } from '../../words/asset-filter.ts'
import { formatScopes } from '../../words/scopes.ts'
import { dateFacts, hasEnded } from './grant-dates.tsx'
import { formatIdle } from './idle-grant.ts'

interface Props {
  readonly grant: GrantTermsFragment
  /** Whether the person who looks at it gave the grant. */
  readonly isOwn: boolean
}

/** The terms of a grant, and why it is off if it is. */
export function TermsSection({ grant, isOwn }: Props) {
  const { key, state, effectiveScopes, filter, reference, createdAt, linkId } = grant
  const idle = formatIdle(grant, isOwn)
  return (
    <Section
      title={hasEnded(grant) ? t('What they could see') : t('What they can see')}
      action={<GrantBadge state={state} keyState={key.state} />}
    >
      {idle && (
        <Alert color="fruit" title={t('This access is off')}>
          <Text size="sm">{idle}</Text>
          <IdleLinks grant={grant} />
        </Alert>
      )}
      <FactList
        of={[
          [t('Key'), <KeyName key="key" of={key} />],
          ...identityFacts(key.firmIdentity),
          [
            isOwn ? t('The firm knows you as') : t('The firm knows the client as'),
            reference && <Name key="reference">{reference}</Name>,
          ],
          [
            hasEnded(grant) ? t('Could see') : t('Can see'),
            <ExplainedScopes key="scopes" scopes={effectiveScopes} />,
          ],
          [t('Not in effect'), formatIdleScopes(grant)],
          [t('Assets'), formatFilter(filter)],
          [linkId ? t('Approved') : t('Given'), <Instant key="given" at={createdAt} />],
          ...dateFacts(grant),
          [t('Grant ID'), <CopyId key="id" id={grant.id} of={t('the grant')} />],
        ]}
      />
    </Section>
  )
}

// Where to read on about a grant that is off.
function IdleLinks({ grant: { id, state, version, key, replacedBy } }: Pick<Props, 'grant'>) {
  const ended = state !== 'active' && `/connected-apps/${id}/receipts/${version}-${state}`
  return (
    <Group gap="md">
      {ended && (
        <To href={ended} c="inherit" size="sm" underline="always">
          {rich('Receipt of the end<visuallyhidden> of the access of {firmName}</visuallyhidden>', {
            firmName: key.firmName,
            visuallyhidden: (parts) => <VisuallyHidden>{parts}</VisuallyHidden>,
          })}
        </To>
      )}
      {replacedBy && (
        <To href={`/connected-apps/${replacedBy}`} c="inherit" size="sm" underline="always">
          {t('The connection that has replaced it')}
        </To>
      )}
    </Group>
  )
}

function formatIdleScopes({ scopes, effectiveScopes }: GrantTermsFragment): string | null {
  const idle = scopes.filter((scope) => !effectiveScopes.includes(scope))
  if (idle.length === 0) return null
  return t('{idle} (not included in the key)', { idle: formatScopes(idle) })
}
