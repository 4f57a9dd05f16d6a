import '../signed-in.css'
import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Route, Switch, useLocation } from 'wouter'
import { queryClient } from '../../data/client.ts'
import { NotFound } from '../../ui/not-found.tsx'
import { PageBoundary } from './page-boundary.tsx'
import { SessionProvider } from './session-provider.tsx'
import { Shell } from './shell.tsx'

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
