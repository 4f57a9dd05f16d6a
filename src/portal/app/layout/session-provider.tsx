import { Center } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useQuery } from 'urql'
import { RequiredFactor } from '../../account/required-factor.tsx'
import { toPortalError } from '../../data/error.ts'
import { type Person, PersonContext } from '../../data/session/person.ts'
import { isSignedOut } from '../../data/session/sign-in-redirect.ts'
import { SessionDocument } from '../../generated/graphql.ts'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { Loading } from '../../ui/loading.tsx'

/** Loads the signed-in user, then shows its children: also while the sign-in page opens, since they may hold a form. */
export function SessionProvider({ children }: { children: ReactNode }) {
  const [{ data, error }, refetch] = useQuery({ query: SessionDocument })
  const [last, setLast] = useState<Person | null>(null)
  const known = data?.viewer.person
  if (known && known !== last) setLast(known)
  const person = known ?? (error && isSignedOut(error) ? last : null)
  if (person) return <PersonContext value={person}>{children}</PersonContext>
  const sessionError = error && toPortalError(error)
  if (sessionError?.code === 'second_factor_required') return <RequiredFactor />
  if (!sessionError) return <Loading />
  return (
    <Center component="main" mih="100vh" p="lg">
      <ErrorNotice
        error={sessionError}
        onRetry={() => refetch({ requestPolicy: 'network-only' })}
      />
    </Center>
  )
}
