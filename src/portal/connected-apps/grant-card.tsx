import { Anchor, Card, Group, Stack, Title } from '@mantine/core'
import { Link } from 'wouter'
import { ScopeBadges, StateBadge } from '../components/badges.tsx'
import { KeyName } from '../connect/asking.tsx'
import type { ConnectedAppsQuery } from '../generated/graphql.ts'
import { Facts } from '../grant-terms/facts.tsx'
import { filterInWords } from '../grant-terms/filter-words.ts'
import { Requests } from './requests.tsx'
import { isOver, LastRead, WhenItEnds } from './when.tsx'

type Grant = ConnectedAppsQuery['connectedApps']['nodes'][number]

/** One grant of the list. */
export function GrantCard({ grant }: { grant: Grant }) {
  const { id, key, state, scopes, filter, usage } = grant
  return (
    <Card component="article">
      <Stack gap="md">
        <Group justify="space-between" gap="sm">
          <Title order={2} size="h4">
            <Anchor component={Link} href={`/connected-apps/${id}`} inherit>
              {key.firmName}
            </Anchor>
          </Title>
          <StateBadge state={state} />
        </Group>
        <Facts
          of={[
            ['Key', <KeyName key="key" of={key} />],
            [isOver(grant) ? 'Could see' : 'Can see', <ScopeBadges key="scopes" scopes={scopes} />],
            ['Assets', filterInWords(filter)],
            [
              isOver(grant) ? 'Access ended' : 'Access ends',
              <WhenItEnds key="ends" grant={grant} />,
            ],
            ['Last accessed', <LastRead key="read" at={grant.lastReadAt} />],
            ['Requests', <Requests key="usage" usage={usage} firm={key.firmName} small />],
          ]}
        />
      </Stack>
    </Card>
  )
}
