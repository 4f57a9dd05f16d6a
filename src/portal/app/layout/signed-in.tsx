import { NotFound } from '../../ui/page-parts.tsx'
import '../signed-in.css'
import { Center } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Route, Switch, useLocation } from 'wouter'
import { queryClient } from '../../data/client.ts'
import { type Person, PersonContext } from '../../data/session/person.ts'
import { isSignedOut } from '../../data/session/sign-in-redirect.ts'
import { useQuery } from '../../data/use-query.ts'
import { SessionDocument } from '../../generated/graphql.ts'
import { deferred } from '../../ui/deferred.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { Loading } from '../../ui/loading.tsx'
import { PageBoundary } from './page-boundary.tsx'
import { Shell } from './shell.tsx'

// Few see it, and it draws the QR code.
const [RequiredFactor] = deferred(() => import('../../account/required-factor.tsx'), <Loading />)

/** The frame of the pages of a session: data, session and shell. `children` are their routes. */
export default function SignedIn({ children }: { children: readonly ReactNode[] }) {
  return (
    <QueryClientProvider client={queryClient}>
      <SessionProvider>
        <Shell>
          <OpenPage>{children}</OpenPage>
        </Shell>
      </SessionProvider>
    </QueryClientProvider>
  )
}

function OpenPage({ children }: { children: readonly ReactNode[] }) {
  const [location] = useLocation()
  return (
    <PageBoundary key={location}>
      <Switch>
        {children}
        <Route>
          <NotFound />
        </Route>
      </Switch>
    </PageBoundary>
  )
}

// Loads the signed-in user, then shows its children: also while the sign-in page opens, since they may hold a form.
function SessionProvider({ children }: { children: ReactNode }) {
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
