import { Divider, Group, Stack, Text, VisuallyHidden } from '@mantine/core'
import { Fragment } from 'react'
import { isWithinUsageDays, USAGE_DAYS } from '../../../values/durations.ts'
import { serverNow } from '../../data/server-clock.ts'
import { KeyName } from '../../domain/keys/key-name.tsx'
import type { ConsentRequestQuery, GivenAccessFragment } from '../../generated/graphql.ts'
import { t } from '../../i18n/text.ts'
import { FactList } from '../../ui/fact-list.tsx'
import { To } from '../../ui/inline.tsx'
import { Instant } from '../../ui/instant.tsx'
import { Section } from '../../ui/page-parts.tsx'
import { END_CAUSES } from '../../words/end-causes.ts'
import { formatDateTime } from '../../words/format.ts'

type Request = ConsentRequestQuery['connectionRequest']

interface Props {
  readonly request: Request
}

/** The person's answer to a link, and every grant that they gave to its firm, if there is anything to say about it. */
export function OwnAccess({ request }: Props) {
  if (!hasOwnAccess(request)) return null
  const unlisted = formatUnlisted(request)
  return (
    <Section
      title={t('What you have shared with this firm')}
      description={t('Reads are counted within a minute.')}
    >
      <Text size="sm">
        {formatAnswer(request)} {formatAccess(request)}
      </Text>
      {request.grants.map((grant, place) => (
        <Fragment key={grant.id}>
          {place > 0 && <Divider />}
          <GivenAccess grant={grant} />
        </Fragment>
      ))}
      {unlisted && (
        <Text size="sm">
          {unlisted}{' '}
          <To href="/connected-apps" underline="always">
            {t('See all under Connected Apps')}
          </To>
        </Text>
      )}
    </Section>
  )
}

function GivenAccess({ grant }: { readonly grant: GivenAccessFragment }) {
  const { key, createdAt, expiresAt, endedAt, endCause, lastReadAt } = grant
  return (
    <Stack component="article" gap="xs">
      <FactList
        of={[
          [t('Key'), <KeyName key="key" of={key} />],
          [grant.linkId ? t('Approved') : t('Given'), <Instant key="given" at={createdAt} />],
          [t('Read'), formatReads(grant)],
          [t('Last read'), lastReadAt && <Instant key="read" at={lastReadAt} />],
          [t('Ended'), endedAt && <Instant key="ended" at={endedAt} />],
          [t('Ended by'), endCause && END_CAUSES[endCause]],
          [
            t('Ends'),
            endedAt ? null : <Instant key="ends" at={expiresAt} otherwise={t('No end date')} />,
          ],
        ]}
      />
      <Links of={grant} />
    </Stack>
  )
}

function Links({ of: { id, version, state, linkId, key } }: { of: GivenAccessFragment }) {
  const path = `/connected-apps/${id}`
  const links: readonly (readonly [text: string, href: string | null])[] = [
    [t('The connection'), path],
    [t('Receipt of the approval'), linkId && `${path}/receipts/1`],
    [t('Receipt of the end'), state === 'active' ? null : `${path}/receipts/${version}-${state}`],
  ]
  return (
    <Group gap="md">
      {links.map(
        ([text, href]) =>
          href && (
            <To key={text} href={href} size="sm" underline="always">
              {text} <VisuallyHidden>{t('of {name}', { name: key.name })}</VisuallyHidden>
            </To>
          ),
      )}
    </Group>
  )
}

const LONG_AGO = new Date(0).toISOString()

// Whether there is anything to say about what the person did: they answered, or cannot answer any more.
function hasOwnAccess({ problem, answer, grants }: Request): boolean {
  if (problem === 'no_portfolio') return false
  return problem !== null || answer !== null || grants.length > 0
}

// The person's answer to this link, in words.
function formatAnswer(request: Request): string {
  const { answer } = request
  if (answer === null || request.answeredAt === null) return t('You have not answered this link.')
  const answeredAt = formatDateTime(request.answeredAt)
  if (hasKept(request))
    return t('On {answeredAt}, you kept the connection as it was.', { answeredAt })
  return t(
    'You {answer, select, approved {approved} other {declined}} this link on {answeredAt}.',
    { answer, answeredAt },
  )
}

// Whether the person declined a change of the grant that the key of the link has.
function hasKept({ answer, answeredAt, activeGrant, grants }: Request): boolean {
  if (answer !== 'declined' || answeredAt === null) return false
  return grants.some(({ id, createdAt }) => id === activeGrant?.id && createdAt <= answeredAt)
}

// The access of the firm to the person's data, by all links. The grants under which it can read are listed first.
function formatAccess(request: Request): string {
  const { grants, answer, activeGrant } = request
  if (grants.length === 0)
    return t('You have never given this firm access, and it has read nothing of your portfolio.')
  const canRead = grants.some(({ endedAt }) => endedAt === null)
  const access = formatCanRead(canRead, answer === 'declined' && activeGrant === null)
  return `${access} ${formatAllReads(request)}`
}

function formatCanRead(canRead: boolean, byOthers: boolean): string {
  if (!canRead)
    return t('The firm could read your portfolio. This has ended, and it can read nothing now.')
  return byOthers
    ? t('With other keys the firm can still read your portfolio.')
    : t('The firm can read your portfolio.')
}

// How many grants are not listed; null: all are.
function formatUnlisted({ grants, grantCount }: Request): string | null {
  if (grantCount <= grants.length) return null
  return t(
    '{count} of your {grantCount, plural, one {# connection} other {# connections}} to this firm are listed here.',
    { count: grants.length, grantCount },
  )
}

function formatAllReads({ grants, grantCount, readCount }: Request): string {
  const [oldest] = grants.map(({ createdAt }) => createdAt).sort()
  // A grant that is not listed may be older than what is stored.
  const createdAt = grantCount === grants.length && oldest ? oldest : LONG_AGO
  const reads = formatReads({ readCount, createdAt })
  return readCount === 0 ? `${reads}.` : t('It has read {reads}.', { reads })
}

// How often was read under a grant, as far as that is stored.
function formatReads({
  readCount,
  createdAt,
}: Pick<GivenAccessFragment, 'readCount' | 'createdAt'>): string {
  if (isWithinUsageDays(new Date(createdAt), new Date(serverNow())))
    return t('{readCount, plural, =0 {Nothing was read} one {# time} other {# times}}', {
      readCount,
    })
  return t(
    '{readCount, plural, =0 {Nothing was read} one {# time} other {# times}} in the last {days} days; older reads are not stored',
    { readCount, days: USAGE_DAYS },
  )
}
