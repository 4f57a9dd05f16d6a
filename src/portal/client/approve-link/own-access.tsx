import { Group, Stack, Text, VisuallyHidden } from '@mantine/core'
import { serverNow } from '../../data/server-clock.ts'
import { KeyName } from '../../domain/keys/key-name.tsx'
import type { ConsentRequestQuery, GivenAccessFragment } from '../../generated/graphql.ts'
import { t } from '../../i18n/text.ts'
import { FactList } from '../../ui/fact-list.tsx'
import { Instant } from '../../ui/instant.tsx'
import { Section } from '../../ui/section.tsx'
import { To } from '../../ui/to.tsx'
import { END_CAUSES } from '../../words/end-causes.ts'
import {
  formatAccess,
  formatAnswer,
  formatReads,
  formatUnlisted,
  hasOwnAccess,
} from './format-access.ts'

interface Props {
  readonly request: ConsentRequestQuery['connectionRequest']
}

/** The data that the person has shared with the firm of a link, if there is anything to say about it. */
export function OwnAccess({ request }: Props) {
  return hasOwnAccess(request) ? <AccessToFirm request={request} /> : null
}

/** The person's answer to a link, and every grant that they gave to its firm. */
export function AccessToFirm({ request }: Props) {
  const unlisted = formatUnlisted(request)
  return (
    <Section
      title={t('What you have shared with this firm')}
      description={t('Reads are counted within a minute.')}
    >
      <Text size="sm">
        {formatAnswer(request)} {formatAccess(request, new Date(serverNow()))}
      </Text>
      {request.grants.map((grant) => (
        <GivenAccess key={grant.id} grant={grant} />
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
          [t('Read'), formatReads(grant, new Date(serverNow()))],
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
