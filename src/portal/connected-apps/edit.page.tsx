import { useQuery } from 'urql'
import { useParams } from 'wouter'
import { Page } from '../components/page.tsx'
import { QueryView } from '../components/query-view.tsx'
import { RowsSkeleton } from '../components/rows-skeleton.tsx'
import { faultOf } from '../fault.ts'
import { GrantToChangeDocument } from '../generated/graphql.ts'
import { NotFound } from '../layout/not-found.tsx'
import { usePerson } from '../session/session.tsx'
import { EditForm } from './edit-form.tsx'

/** Changes the terms of a grant, for its client alone, while it is not revoked. */
export default function EditPage() {
  const { grantId } = useParams<{ grantId: string }>()
  // Always as it stands now: a change is made from the version that was looked at.
  const reading = useQuery({
    query: GrantToChangeDocument,
    variables: { id: grantId },
    requestPolicy: 'cache-and-network',
  })
  const { id } = usePerson()
  const [{ data, error }, again] = reading
  const lookAgain = () => again({ requestPolicy: 'network-only' })
  const grant = data?.grant
  const isClosed = grant && (grant.client.id !== id || grant.state === 'revoked')
  if (isClosed || (!grant && error && faultOf(error).code === 'record_not_found'))
    return <NotFound />
  return (
    <Page
      title={grant ? `Change what ${grant.key.firmName} can see` : 'Change a connection'}
      description="Changes apply immediately."
    >
      <QueryView of={reading} skeleton={<RowsSkeleton rows={2} height={300} />}>
        {() => grant && <EditForm key={grant.version} grant={grant} onOvertaken={lookAgain} />}
      </QueryView>
    </Page>
  )
}
