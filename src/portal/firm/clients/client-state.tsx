import { Badge, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { serverNow } from '../../data/server-clock.ts'
import { GrantBadge } from '../../domain/badges.tsx'
import { formatEndSoon } from '../../domain/grants/end-soon.ts'
import type { ClientRowFragment, KeyState, LinkRowFragment } from '../../generated/graphql.ts'
import { t } from '../../i18n/text.ts'
import { Dimmed } from '../../ui/dimmed.tsx'
import { Instant } from '../../ui/instant.tsx'
import { Name } from '../../ui/name.tsx'

// Of a link that has given no grant.
type LinkStateName = 'link_open' | 'not_answered' | 'declined'

const LINK_STATES: Readonly<Record<LinkStateName, { label: string; color: string }>> = {
  link_open: { label: t('Link open'), color: 'leaf' },
  not_answered: { label: t('Not answered'), color: 'gray' },
  declined: { label: t('Declined'), color: 'red' },
}

/** The state of a link, in the words of the file and of the filters. */
export function linkStateOf({ singleUse, state, visits }: LinkRowFragment): LinkStateName {
  if (singleUse && visits.length > 0) return 'declined'
  return state === 'active' ? 'link_open' : 'not_answered'
}

/** The name of a client, or else what the firm has written about whom it asks. */
export function nameOf({ grant, link }: ClientRowFragment): string {
  if (grant) return grant.client.name
  return link?.reference ?? link?.email ?? link?.purpose ?? ''
}

/** Small text below a value. */
export function Detail({ children }: { children: ReactNode }) {
  return (
    <Dimmed size="xs" style={{ overflowWrap: 'anywhere' }}>
      {children}
    </Dimmed>
  )
}

/** The state of a client at a key: that of the grant, or of the link that asks for one. */
export function ClientState({ client }: { client: ClientRowFragment }) {
  const { grant, link, key } = client
  return (
    <Stack gap={4} align="flex-start">
      {grant && <GrantState grant={grant} keyState={key.state} />}
      {link && <LinkState link={link} />}
    </Stack>
  )
}

type Grant = NonNullable<ClientRowFragment['grant']>

function GrantState({ grant, keyState }: { grant: Grant; keyState: KeyState }) {
  const endsSoon = formatEndSoon(grant, keyState, serverNow())
  const { deletionRequest: request } = grant
  return (
    <>
      <GrantBadge state={grant.state} keyState={keyState} />
      {endsSoon && <Badge color="fruit">{endsSoon}</Badge>}
      {request && (
        <Badge
          color={request.answer ? 'gray' : 'red'}
          variant={request.answer ? 'outline' : 'light'}
        >
          {request.answer ? t('Deletion answered') : t('Deletion requested')}
        </Badge>
      )}
    </>
  )
}

function LinkState({ link }: { link: LinkRowFragment }) {
  const { answeredCount, singleUse, visits } = link
  const { label, color } = LINK_STATES[linkStateOf(link)]
  const [visit] = visits
  return (
    <>
      <Badge color={color}>{label}</Badge>
      {singleUse && visit && (
        <Detail>
          <Name>{visit.clientName}</Name> <Instant at={visit.answeredAt} />
        </Detail>
      )}
      {!singleUse && (
        <Detail>
          {t('For several clients. {count, plural, one {# answer} other {# answers}}', {
            count: answeredCount,
          })}
        </Detail>
      )}
    </>
  )
}
