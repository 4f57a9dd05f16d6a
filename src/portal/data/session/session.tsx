import { Center } from '@mantine/core'
import { createContext, type ReactNode, useContext } from 'react'
import { useQuery } from 'urql'
import { RequiredFactor } from '../../account/required-factor.tsx'
import { SessionDocument, type SessionQuery } from '../../generated/graphql.ts'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { Loading } from '../../ui/loading.tsx'
import { toPortalError } from '../error.ts'

export type Person = NonNullable<SessionQuery['viewer']['person']>

const SessionContext = createContext<Person | null>(null)

/** Loads the signed-in user, then shows its children. */
export function SessionProvider({ children }: { children: ReactNode }) {
  const [{ data, error }, refetch] = useQuery({ query: SessionDocument })
  const person = data?.viewer.person
  if (person) return <SessionContext value={person}>{children}</SessionContext>
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

/** The signed-in user. */
export function usePerson(): Person {
  const person = useContext(SessionContext)
  if (!person) throw new Error('usePerson needs a SessionProvider above it')
  return person
}
