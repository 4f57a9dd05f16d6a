import { Anchor, Group, Stack, Text, VisuallyHidden } from '@mantine/core'
import { Link } from 'wouter'
import { serverNow } from '../../data/server-clock.ts'
import { KeyName } from '../../domain/keys/key-name.tsx'
import type { GivenAccessFragment } from '../../generated/graphql.ts'
import { FactList } from '../../ui/fact-list.tsx'
import { Instant } from '../../ui/instant.tsx'
import { Section } from '../../ui/section.tsx'
import { END_CAUSES } from '../../words/end-causes.ts'
import type { Request } from './consent-request.tsx'
import {
  formatAccess,
  formatAnswer,
  formatLink,
  formatReads,
  formatUnlisted,
  hasOwnAccess,
} from './format-access.ts'

interface Props {
  readonly request: Request
}

/** What the person has shared with the firm of a link, where there is anything to say about it. */
export function OwnAccess({ request }: Props) {
  return hasOwnAccess(request) ? <AccessToFirm request={request} /> : null
}

/** What the person did with a link, and every grant that they gave to its firm. */
export function AccessToFirm({ request }: Props) {
  const unlisted = formatUnlisted(request)
  return (
    <Section
      title="What you have shared with this firm"
      description="Reads are counted within a minute."
    >
      <Text size="sm">
        {formatAnswer(request)} {formatAccess(request, new Date(serverNow()))}
      </Text>
      {request.grants.map((grant) => (
        <GivenAccess key={grant.id} grant={grant} linkId={request.id} />
      ))}
      {unlisted && (
        <Text size="sm">
          {unlisted}{' '}
          <Anchor component={Link} href="/connected-apps" inherit underline="always">
            See all under Connected Apps
          </Anchor>
        </Text>
      )}
    </Section>
  )
}

interface GrantProps {
  readonly grant: GivenAccessFragment
  /** The link that is open. */
  readonly linkId: string
}

function GivenAccess({ grant, linkId }: GrantProps) {
  const { key, createdAt, expiresAt, endedAt, endCause, lastReadAt } = grant
  return (
    <Stack component="article" gap="xs">
      <FactList
        of={[
          ['Key', <KeyName key="key" of={key} />],
          [grant.linkId ? 'Approved' : 'Given', <Instant key="given" at={createdAt} />],
          ['Link', formatLink(grant.linkId, linkId)],
          ['Read', formatReads(grant, new Date(serverNow()))],
          ['Last read', lastReadAt && <Instant key="read" at={lastReadAt} />],
          ['Ended', endedAt && <Instant key="ended" at={endedAt} />],
          ['Ended by', endCause && END_CAUSES[endCause]],
          ['Ends', endedAt ? null : <Instant key="ends" at={expiresAt} otherwise="No end date" />],
        ]}
      />
      <Links of={grant} />
    </Stack>
  )
}

function Links({ of: { id, version, state, linkId, key } }: { of: GivenAccessFragment }) {
  const path = `/connected-apps/${id}`
  const links: readonly (readonly [text: string, href: string | null])[] = [
    ['The connection', path],
    ['Receipt of the approval', linkId && `${path}/receipts/1`],
    ['Receipt of the end', state === 'active' ? null : `${path}/receipts/${version}-${state}`],
  ]
  return (
    <Group gap="md">
      {links.map(
        ([text, href]) =>
          href && (
            <Anchor key={text} component={Link} href={href} size="sm" underline="always">
              {text}
              <VisuallyHidden> of {key.name}</VisuallyHidden>
            </Anchor>
          ),
      )}
    </Group>
  )
}
