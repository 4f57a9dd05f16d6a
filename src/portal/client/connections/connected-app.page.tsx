import { Group } from '@mantine/core'
import { useParams } from 'wouter'
import { usePerson } from '../../data/session/person.ts'
import { askEarly, type PageParams, useQuery } from '../../data/use-query.ts'
import { ConsentList } from '../../domain/grants/consent-list.tsx'
import { RevokeDialog } from '../../domain/grants/revoke-dialog.tsx'
import { EventHistory } from '../../domain/history/event-history.tsx'
import { KeyLink } from '../../domain/keys/key-filter.tsx'
import {
  ConnectedAppDocument,
  GrantHistoryDocument,
  type GrantTermsFragment,
} from '../../generated/graphql.ts'
import { rich, t } from '../../i18n/text.ts'
import { DialogButton } from '../../ui/dialog-button.tsx'
import { ButtonTo, Name, To } from '../../ui/inline.tsx'
import { QueryPage, Section } from '../../ui/page-parts.tsx'
import { DeletionSection } from './deletion-section.tsx'
import { GrantNotice } from './grant-notice.tsx'
import { canChange } from './idle-grant.ts'
import { ReadLog } from './read-log.tsx'
import { Requests } from './requests.tsx'
import { TermsSection } from './terms-section.tsx'

/** Asks for what the page shows. */
export function prefetch({ grantId = '' }: PageParams): void {
  askEarly(ConnectedAppDocument, { id: grantId })
}

/** One grant: its terms, requests, read log and history. */
export default function ConnectedAppPage() {
  const { grantId } = useParams<{ grantId: string }>()
  const app = useQuery(ConnectedAppDocument, { id: grantId })
  const { isStaff, id } = usePerson()
  const grant = app.data?.grant
  const isOwn = grant?.client.id === id
  return (
    <QueryPage
      of={app}
      title={grant ? grant.key.firmName : t('Connected app')}
      description={
        grant && (
          <>
            <Reading of={grant} isOwn={isOwn} isStaff={isStaff} />
            {isStaff && !isOwn && <AllOf client={grant.client} />}
          </>
        )
      }
      action={grant && isOwn && <Actions grant={grant} />}
      rows={3}
      height={240}
    >
      {({ grant: shown }) => (
        <>
          <GrantNotice grant={shown} />
          <DeletionSection grant={shown} />
          <TermsSection grant={shown} isOwn={isOwn} />
          <Section {...describeConsents(shown, isOwn)}>
            <ConsentList grantId={grantId}>
              {isOwn && canChange(shown) && <AgreeLink grantId={grantId} />}
            </ConsentList>
          </Section>
          <Section title={t('Requests')} description={t('Per day, in the last 30 days.')}>
            <Requests usage={shown.usage} firm={shown.key.firmName} />
          </Section>
          {(isOwn || isStaff) && <ReadLog grantId={grantId} />}
          <Section
            title={t('History')}
            description={t('Every change of this connection, and who made it.')}
          >
            <EventHistory
              list="history"
              label={t('Filters of the history')}
              kinds={null}
              document={GrantHistoryDocument}
              ask={({ after, lastDays, counted }) => ({ id: grantId, after, lastDays, counted })}
              listIn={(data) => data.grant.auditEvents}
              withPerson={false}
            />
          </Section>
        </>
      )}
    </QueryPage>
  )
}

// An operator gave the access. Its client puts the terms on record.
function AgreeLink({ grantId }: { readonly grantId: string }) {
  return (
    <Group>
      <ButtonTo href={`/connected-apps/${grantId}/edit`} variant="default">
        {t('Agree to these terms')}
      </ButtonTo>
    </Group>
  )
}

interface ReadingProps {
  readonly of: GrantTermsFragment
  readonly isOwn: boolean
  readonly isStaff: boolean
}

function Reading({ of: { client, key }, isOwn, isStaff }: ReadingProps) {
  const named = isStaff ? <KeyLink {...key} /> : <Name>{key.name}</Name>
  if (client.isSandboxClient)
    return rich('Reads the sandbox client of the firm, which is fictional, with the key {key}.', {
      key: named,
    })
  if (isOwn) return rich('Reads your portfolio with the key {key}.', { key: named })
  return rich('Reads the portfolio of {client} with the key {key}.', {
    client: <Name>{client.name}</Name>,
    key: named,
  })
}

function describeConsents({ client }: GrantTermsFragment, isOwn: boolean) {
  if (client.isSandboxClient)
    return {
      title: t('Access that nobody had to approve'),
      description: t('The sandbox client is fictional, and no person.'),
    }
  return {
    title: isOwn ? t('What you agreed to') : t('What the client agreed to'),
    description: t('Word for word as it was shown, newest first. Kept as long as this connection.'),
  }
}

function AllOf({ client: { id, name } }: { client: GrantTermsFragment['client'] }) {
  return (
    <>
      {' '}
      <To href={`/connected-apps?client=${id}`}>
        {rich('All connected apps of {name}', { name: <Name>{name}</Name> })}
      </To>
    </>
  )
}

function Actions({ grant }: { grant: GrantTermsFragment }) {
  if (grant.state === 'revoked') return null
  return (
    <Group gap="sm">
      {canChange(grant) && (
        <ButtonTo href={`/connected-apps/${grant.id}/edit`}>{t('Edit')}</ButtonTo>
      )}
      <DialogButton
        variant="outline"
        color="red"
        dialog={(close) => <RevokeDialog grant={grant} onClose={close} />}
      >
        {t('Stop')}
      </DialogButton>
    </Group>
  )
}
