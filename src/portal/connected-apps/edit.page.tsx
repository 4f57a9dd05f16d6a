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
  const reading = useQuery({ query: GrantToChangeDocument, variables: { id: grantId } })
  const { id } = usePerson()
  const [{ data, error }] = reading
  const grant = data?.grant
  const isClosed = grant && (grant.client.id !== id || grant.state === 'revoked')
  if (isClosed || (!grant && error && faultOf(error).code === 'record_not_found'))
    return <NotFound />
  return (
    <Page
      title={grant ? `Change what ${grant.key.firmName} may see` : 'Change a connection'}
      description="It holds from the firm’s next request on."
    >
      <QueryView of={reading} skeleton={<RowsSkeleton rows={2} height={300} />}>
        {() => grant && <EditForm grant={grant} />}
      </QueryView>
    </Page>
  )
}
