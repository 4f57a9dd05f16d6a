import { Code, Stack, Text, Timeline } from '@mantine/core'
import { Instant } from '../components/instant.tsx'
import { type ListPage, LoadMore, Pages } from '../components/load-more.tsx'
import { QueryView } from '../components/query-view.tsx'
import { Section } from '../components/section.tsx'
import {
  type GrantEventFragment,
  GrantHistoryDocument,
  type GrantTermsFragment,
} from '../generated/graphql.ts'
import { Facts } from '../grant-terms/facts.tsx'
import { useList } from '../use-list.ts'
import { actionInWords, changesInWords } from './history-words.ts'

/** Every change of a grant, newest first: who, when, and how it stood after that. */
export function GrantHistory({ grant }: { grant: GrantTermsFragment }) {
  return (
    <Section title="History" description="Every change of this connection, and who made it.">
      <Stack gap="xl">
        <Pages>{(page) => <Part {...page} grant={grant} />}</Pages>
      </Stack>
    </Section>
  )
}

interface PartProps extends ListPage {
  readonly grant: GrantTermsFragment
}

function Part({ grant, after, onMore }: PartProps) {
  const history = useList(GrantHistoryDocument, { id: grant.id, after }, 'PartnerGrant')
  return (
    <QueryView of={history}>
      {({ grant: found }) =>
        found && (
          <>
            <Timeline bulletSize={14} lineWidth={2} active={-1}>
              {found.auditEvents.nodes.map((event, at, all) => (
                <Timeline.Item key={event.id} title={actionInWords(event.action)}>
                  <Event event={event} older={all[at + 1]} grant={grant} />
                </Timeline.Item>
              ))}
            </Timeline>
            {onMore && <LoadMore of={found.auditEvents.pageInfo} onMore={onMore} />}
          </>
        )
      }
    </QueryView>
  )
}

interface EventProps {
  readonly event: GrantEventFragment
  readonly older: GrantEventFragment | undefined
  readonly grant: GrantTermsFragment
}

function Event({ event, older, grant }: EventProps) {
  const { actor, at, requestId } = event
  return (
    <Stack gap="xs">
      <Text size="sm" c="dimmed">
        {actor === 'operator' ? 'The operator' : actor}, <Instant at={at} />
        {requestId && (
          <>
            {', '}
            <Code fz="xs">{requestId}</Code>
          </>
        )}
      </Text>
      <Facts of={changesInWords(event, older, grant)} />
    </Stack>
  )
}
