import { Anchor, Card, Group, Stack, Title } from '@mantine/core'
import { Link } from 'wouter'
import { GrantBadge, ScopeBadges } from '../../domain/badges.tsx'
import { KeyName } from '../../domain/keys/key-name.tsx'
import { LastUse } from '../../domain/usage/last-use.tsx'
import type { ConnectedAppsQuery } from '../../generated/graphql.ts'
import { t } from '../../i18n/text.ts'
import { ENTRY } from '../../ui/entry.ts'
import { FactList } from '../../ui/fact-list.tsx'
import { Name } from '../../ui/name.tsx'
import { formatFilter } from '../../words/asset-filter.ts'
import { AccessEnd, hasEnded } from './grant-dates.tsx'
import { GrantNotice } from './grant-notice.tsx'
import { Requests } from './requests.tsx'

type Grant = ConnectedAppsQuery['connectedApps']['nodes'][number]

/** A grant in the list. */
export function GrantCard({ grant }: { grant: Grant }) {
  const { id, key, state, effectiveScopes, filter, reference, usage } = grant
  return (
    <Card component="article" {...ENTRY}>
      <Stack gap="md">
        <Group justify="space-between" gap="sm">
          <Title order={2} size="h4">
            <Anchor component={Link} href={`/connected-apps/${id}`} inherit>
              {key.firmName}
            </Anchor>
          </Title>
          <GrantBadge state={state} keyState={key.state} />
        </Group>
        <GrantNotice grant={grant} />
        <FactList
          of={[
            [t('Key'), <KeyName key="key" of={key} />],
            [t('Known to the firm as'), reference && <Name key="reference">{reference}</Name>],
            [
              hasEnded(grant) ? t('Could see') : t('Can see'),
              <ScopeBadges key="scopes" scopes={effectiveScopes} />,
            ],
            [t('Assets'), formatFilter(filter)],
            [
              hasEnded(grant) ? t('Access ended') : t('Access ends'),
              <AccessEnd key="ends" grant={grant} />,
            ],
            [
              t('Last accessed'),
              <LastUse key="read" at={grant.lastReadAt} createdAt={grant.createdAt} />,
            ],
            [t('Requests'), <Requests key="usage" usage={usage} firm={key.firmName} small />],
          ]}
        />
      </Stack>
    </Card>
  )
}
