import { useQuery } from 'urql'
import { useParams } from 'wouter'
import { toPortalError } from '../../data/error.ts'
import { usePerson } from '../../data/session/person.ts'
import { GrantToChangeDocument } from '../../generated/graphql.ts'
import { Name } from '../../ui/name.tsx'
import { NotFound } from '../../ui/not-found.tsx'
import { PortalPage } from '../../ui/portal-page.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { RowsSkeleton } from '../../ui/rows-skeleton.tsx'
import { EditForm } from './edit-form.tsx'
import { canChange } from './idle-grant.ts'

// Another version would begin the form anew, while the client fills it in.
const STEADY = { steady: true }

/** Changes the terms of a grant. Only its client can. */
export default function EditPage() {
  const { grantId } = useParams<{ grantId: string }>()
  // Never only from the cache: a change names the version that it is based on.
  const query = useQuery({
    query: GrantToChangeDocument,
    variables: { id: grantId },
    requestPolicy: 'cache-and-network',
    context: STEADY,
  })
  const { id } = usePerson()
  const [{ data, error }, refetch] = query
  const reload = () => refetch({ requestPolicy: 'network-only' })
  const grant = data?.grant
  const isClosed = grant && (grant.client.id !== id || !canChange(grant))
  if (isClosed || (!grant && error && toPortalError(error).code === 'record_not_found'))
    return <NotFound />
  return (
    <PortalPage
      title="Change what the firm can see"
      description={
        grant && (
          <>
            The firm is <Name>{grant.key.firmName}</Name>. Changes apply immediately.
          </>
        )
      }
    >
      <QueryView of={query} skeleton={<RowsSkeleton rows={2} height={300} />}>
        {() => grant && <EditForm key={grant.version} grant={grant} onConflict={reload} />}
      </QueryView>
    </PortalPage>
  )
}
