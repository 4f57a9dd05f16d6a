import { Center } from '@mantine/core'
import type { ReactNode } from 'react'
import { useQuery } from 'urql'
import { RequiredFactor } from '../../account/required-factor.tsx'
import { toPortalError } from '../../data/error.ts'
import { PersonContext } from '../../data/session/person.ts'
import { SessionDocument } from '../../generated/graphql.ts'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { Loading } from '../../ui/loading.tsx'

/** Loads the signed-in user, then shows its children. */
export function SessionProvider({ children }: { children: ReactNode }) {
  const [{ data, error }, refetch] = useQuery({ query: SessionDocument })
  const person = data?.viewer.person
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
