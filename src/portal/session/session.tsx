import { Center, Loader } from '@mantine/core'
import { createContext, type ReactNode, useContext } from 'react'
import { useQuery } from 'urql'
import { RequiredFactor } from '../account/required-factor.tsx'
import { ErrorNotice } from '../components/error-notice.tsx'
import { faultOf } from '../fault.ts'
import { SessionDocument, type SessionQuery } from '../generated/graphql.ts'

export type Person = NonNullable<SessionQuery['viewer']['person']>

const SessionContext = createContext<Person | null>(null)

/** Shows what is inside once it is known who is signed in. */
export function SessionProvider({ children }: { children: ReactNode }) {
  const [{ data, error }, again] = useQuery({ query: SessionDocument })
  const person = data?.viewer.person
  if (person) return <SessionContext value={person}>{children}</SessionContext>
  const fault = error && faultOf(error)
  if (fault?.code === 'second_factor_required') return <RequiredFactor />
  return (
    <Center component="main" mih="100vh" p="lg">
      {fault ? (
        <ErrorNotice fault={fault} onRetry={() => again({ requestPolicy: 'network-only' })} />
      ) : (
        <Loader aria-label="Loading" />
      )}
    </Center>
  )
}

/** Who is signed in. */
export function usePerson(): Person {
  const person = useContext(SessionContext)
  if (!person) throw new Error('usePerson needs a SessionProvider above it')
  return person
}
