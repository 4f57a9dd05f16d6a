import { Center } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { RequiredFactor } from '../../account/required-factor.tsx'
import { type Person, PersonContext } from '../../data/session/person.ts'
import { isSignedOut } from '../../data/session/sign-in-redirect.ts'
import { useQuery } from '../../data/use-query.ts'
import { SessionDocument } from '../../generated/graphql.ts'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { Loading } from '../../ui/loading.tsx'

/** Loads the signed-in user, then shows its children: also while the sign-in page opens, since they may hold a form. */
export function SessionProvider({ children }: { children: ReactNode }) {
  const { data, error, reload } = useQuery(SessionDocument, {})
  const [last, setLast] = useState<Person | null>(null)
  const known = data?.viewer.person
  if (known && known !== last) setLast(known)
  const person = known ?? (error && isSignedOut(error.code) ? last : null)
  if (person) return <PersonContext value={person}>{children}</PersonContext>
  if (error?.code === 'second_factor_required') return <RequiredFactor />
  if (!error) return <Loading />
  return (
    <Center component="main" mih="100vh" p="lg">
      <ErrorNotice error={error} onRetry={reload} />
    </Center>
  )
}
