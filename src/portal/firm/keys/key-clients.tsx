import { chooseEnvironment } from '../../data/environment.ts'
import { GrantBadge } from '../../domain/badges.tsx'
import { LastUse } from '../../domain/usage/last-use.tsx'
import { t } from '../../i18n/text.ts'
import { Dimmed } from '../../ui/dimmed.tsx'
import { type Column, RecordTable } from '../../ui/record-table.tsx'
import { Section } from '../../ui/section.tsx'
import { ButtonTo, To } from '../../ui/to.tsx'
import type { ShownKey } from './key-facts.tsx'

type Grant = ShownKey['newest']['nodes'][number]

const SHOWN = 5

/** The newest clients of a key, and the way to all of them. */
export function KeyClients({ apiKey: key }: { apiKey: ShownKey }) {
  const newest = key.newest.nodes.slice(0, SHOWN)
  const all = `/firms/${key.firm.id}/clients?clients-key=${key.id}`
  return (
    <Section
      title={t('Clients')}
      description={t(
        '{count, plural, one {# client shares} other {# clients share}} a portfolio.',
        { count: key.clientCount },
      )}
      action={
        <ButtonTo variant="default" href={all} onClick={() => chooseEnvironment(key.environment)}>
          {t('All clients')}
        </ButtonTo>
      }
    >
      {newest.length === 0 ? (
        <Dimmed>{t('No clients yet. Request access, and send the link to a client.')}</Dimmed>
      ) : (
        <RecordTable
          label={t('Newest clients of this key')}
          columns={columnsOf(key)}
          records={newest}
        />
      )}
    </Section>
  )
}

function columnsOf({ state }: ShownKey): readonly Column<Grant>[] {
  return [
    [t('Client'), ({ id, client }) => <To href={`/connected-apps/${id}`}>{client.name}</To>],
    [
      t('Last read'),
      ({ lastReadAt, createdAt }) => <LastUse at={lastReadAt} createdAt={createdAt} />,
    ],
    [t('State'), (grant) => <GrantBadge state={grant.state} keyState={state} />],
  ]
}
