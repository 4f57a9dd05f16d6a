import { Anchor, Button, Group } from '@mantine/core'
import { useState } from 'react'
import { useQuery } from 'urql'
import { Link, useParams } from 'wouter'
import { askEarly, type PageParams } from '../../data/client.ts'
import { toPortalError } from '../../data/error.ts'
import { usePerson } from '../../data/session/person.ts'
import { ConsentList } from '../../domain/grants/consent-list.tsx'
import { ConnectedAppDocument, type GrantTermsFragment } from '../../generated/graphql.ts'
import { Name } from '../../ui/name.tsx'
import { NotFound } from '../../ui/not-found.tsx'
import { PortalPage } from '../../ui/portal-page.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { RowsSkeleton } from '../../ui/rows-skeleton.tsx'
import { Section } from '../../ui/section.tsx'
import { DeletionSection } from './deletion-section.tsx'
import { GrantHistory } from './grant-history.tsx'
import { GrantNotice } from './grant-notice.tsx'
import { canChange } from './idle-grant.ts'
import { ReadLog } from './read-log.tsx'
import { Requests } from './requests.tsx'
import { RevokeDialog } from './revoke-dialog.tsx'
import { TermsSection } from './terms-section.tsx'

/** Asks for what the page shows. */
export function prefetch({ grantId = '' }: PageParams): void {
  askEarly(ConnectedAppDocument, { id: grantId })
}

/** One grant: its terms, requests, read log and history. */
export default function ConnectedAppPage() {
  const { grantId } = useParams<{ grantId: string }>()
  const app = useQuery({ query: ConnectedAppDocument, variables: { id: grantId } })
  const { isStaff, id } = usePerson()
  const [{ data, error }] = app
  if (!data?.grant && error && toPortalError(error).code === 'record_not_found') return <NotFound />
  const grant = data?.grant
  const isOwn = grant?.client.id === id
  return (
    <PortalPage
      title={grant ? grant.key.firmName : 'Connected app'}
      description={
        grant && (
          <>
            <Reading of={grant} isOwn={isOwn} /> with the key{' '}
            {isStaff ? <KeyLink of={grant.key} /> : <Name>{grant.key.name}</Name>}.
            {isStaff && !isOwn && <AllOf client={grant.client} />}
          </>
        )
      }
      action={grant && isOwn && <Actions grant={grant} />}
    >
      <QueryView of={app} skeleton={<RowsSkeleton rows={3} height={240} />}>
        {() =>
          grant && (
            <>
              <GrantNotice grant={grant} />
              <DeletionSection grant={grant} />
              <TermsSection grant={grant} isOwn={isOwn} />
              <Section {...describeConsents(grant, isOwn)}>
                <ConsentList grantId={grantId} />
              </Section>
              <Section title="Requests" description="Per day, in the last 30 days.">
                <Requests usage={grant.usage} firm={grant.key.firmName} />
              </Section>
              {(isOwn || isStaff) && <ReadLog grantId={grantId} />}
              <GrantHistory grantId={grant.id} />
            </>
          )
        }
      </QueryView>
    </PortalPage>
  )
}

function KeyLink({ of: { id, name, firmId } }: { of: GrantTermsFragment['key'] }) {
  return (
    <Anchor component={Link} href={`/firms/${firmId}/service-api/${id}`} inherit underline="always">
      <Name>{name}</Name>
    </Anchor>
  )
}

function Reading({ of: { client }, isOwn }: { of: GrantTermsFragment; isOwn: boolean }) {
  if (client.isSandboxClient) return 'Reads the sandbox client of the firm, which is fictional,'
  if (isOwn) return 'Reads your portfolio'
  return (
    <>
      Reads the portfolio of <Name>{client.name}</Name>
    </>
  )
}

function describeConsents({ client }: GrantTermsFragment, isOwn: boolean) {
  if (client.isSandboxClient)
    return {
      title: 'Access that nobody had to approve',
      description: 'The sandbox client is fictional, and no person.',
    }
  return {
    title: isOwn ? 'What you agreed to' : 'What the client agreed to',
    description: 'Word for word as it was shown, newest first. Kept as long as this connection.',
  }
}

function AllOf({ client: { id, name } }: { client: GrantTermsFragment['client'] }) {
  return (
    <>
      {' '}
      <Anchor component={Link} href={`/connected-apps?client=${id}`} inherit>
        All connected apps of <Name>{name}</Name>
      </Anchor>
    </>
  )
}

function Actions({ grant }: { grant: GrantTermsFragment }) {
  const [revoking, setRevoking] = useState(false)
  if (grant.state === 'revoked') return null
  return (
    <Group gap="sm">
      {canChange(grant) && (
        <Button component={Link} href={`/connected-apps/${grant.id}/edit`}>
          Edit
        </Button>
      )}
      <Button variant="outline" color="red" onClick={() => setRevoking(true)}>
        Revoke
      </Button>
      {revoking && <RevokeDialog grant={grant} onClose={() => setRevoking(false)} />}
    </Group>
  )
}
