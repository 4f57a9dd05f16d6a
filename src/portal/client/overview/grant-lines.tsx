import { Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import { type Shown, useQuery } from '../../data/use-query.ts'
import { RevokeDialog } from '../../domain/grants/revoke-dialog.tsx'
import { LastUse } from '../../domain/usage/last-use.tsx'
import { OverviewGrantsDocument, type OverviewGrantsQuery } from '../../generated/graphql.ts'
import { rich, t } from '../../i18n/text.ts'
import { To } from '../../ui/inline.tsx'
import { QueryView, Section } from '../../ui/page-parts.tsx'
import { formatFilter } from '../../words/asset-filter.ts'
import { formatDate } from '../../words/format.ts'
import { formatScopes } from '../../words/scopes.ts'
import classes from './overview.module.css'

// On a phone the dates and the button stand below the name.
const LINE_HEIGHT = window.matchMedia('(max-width: 48em)').matches ? 110 : 64

/** Each firm that can read the portfolio now: what it sees, when it last read, when it ends, and the way to stop it. */
export function GrantLines({ of }: { of: ReturnType<typeof useOverviewGrants> }) {
  const [stopping, setStopping] = useState<OverviewGrant | null>(null)
  return (
    <Section title={t('Who can see what')}>
      <QueryView of={of} rows={3} height={LINE_HEIGHT}>
        {({ connectedApps: { nodes, pageInfo } }) => {
          const live = nodes.filter(isLive)
          return (
            <>
              {live.length === 0 ? (
                <Text size="sm">{t('No firm can see your portfolio.')}</Text>
              ) : (
                <ul className={classes.list}>
                  {live.map((grant) => (
                    <Line key={grant.id} grant={grant} onStop={() => setStopping(grant)} />
                  ))}
                </ul>
              )}
              {(pageInfo.hasNextPage || live.length < nodes.length) && (
                <To href="/connected-apps" size="sm">
                  {t('All connections, also those that have ended')}
                </To>
              )}
            </>
          )
        }}
      </QueryView>
      {stopping && <RevokeDialog grant={stopping} onClose={() => setStopping(null)} />}
    </Section>
  )
}

function Line({ grant, onStop }: { readonly grant: OverviewGrant; readonly onStop: () => void }) {
  const { id, key, filter, effectiveScopes, expiresAt, lastReadAt, createdAt } = grant
  const { firmName, name } = key
  return (
    <li className={classes.row}>
      <span>
        <To href={`/connected-apps/${id}`} size="sm" fw={600}>
          <bdi>{`${firmName} (${name})`}</bdi>
        </To>
        <Text size="sm" component="span" display="block">
          {formatFilter(filter)}
        </Text>
        <Text size="xs" c="dimmed" component="span" display="block">
          {formatScopes(effectiveScopes)}
        </Text>
      </span>
      <Group gap="md" className={classes.end}>
        <Text size="sm" component="div" className="digits">
          <div>
            {rich('Last read: {instant}', {
              instant: <LastUse at={lastReadAt} createdAt={createdAt} />,
            })}
          </div>
          <div>
            {expiresAt
              ? t('Until {expiresAt}', { expiresAt: formatDate(expiresAt) })
              : t('No end date')}
          </div>
        </Text>
        <Button
          variant="outline"
          color="red"
          size="xs"
          onClick={onStop}
          aria-label={t('Stop the access of {firmName} with the key {name}', { firmName, name })}
        >
          {t('Stop')}
        </Button>
      </Group>
    </li>
  )
}

/** A grant of the client, as the overview shows it. */
export type OverviewGrant = OverviewGrantsQuery['connectedApps']['nodes'][number]

/** The client's grants, the active ones first. The server is asked on each visit, since one may have ended meanwhile. */
export function useOverviewGrants(): Shown<OverviewGrantsQuery> {
  return useQuery(OverviewGrantsDocument, {}, { onVisit: 'again' })
}

// Whether a key can read under the grant now.
function isLive({ state, key }: OverviewGrant): boolean {
  return state === 'active' && key.state === 'active'
}
