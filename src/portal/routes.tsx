import { lazy, type ReactNode, Suspense } from 'react'
import { Route, Switch, useLocation } from 'wouter'
import { RowsSkeleton } from './components/rows-skeleton.tsx'
import { NotFound } from './layout/not-found.tsx'
import { PageBoundary } from './layout/page-boundary.tsx'
import { Shell } from './layout/shell.tsx'
import { SessionProvider } from './session/session.tsx'

type Page = () => ReactNode

/** A page of its own chunk, loaded when it is first opened. The module's default is the page. */
const page = (load: () => Promise<{ default: Page }>) => lazy(load)

const SignIn = page(() => import('./sign-in/sign-in.page.tsx'))
const Invitation = page(() => import('./sign-in/invitation.page.tsx'))

/** The pages for who is signed in. What a path's parameters are, its page reads with `useParams`. */
const PAGES: Readonly<Record<string, ReturnType<typeof page>>> = {
  '/': page(() => import('./layout/home.page.tsx')),
  '/account/profile': page(() => import('./account/profile.page.tsx')),
  '/account/security': page(() => import('./account/security.page.tsx')),
  '/account/tokens': page(() => import('./account/tokens.page.tsx')),
  '/account/plants': page(() => import('./account/plants.page.tsx')),
  '/connect/:link': page(() => import('./connect/connect.page.tsx')),
  '/connected-apps': page(() => import('./connected-apps/connected-apps.page.tsx')),
  '/connected-apps/:grantId': page(() => import('./connected-apps/connected-app.page.tsx')),
  '/connected-apps/:grantId/edit': page(() => import('./connected-apps/edit.page.tsx')),
  '/explore': page(() => import('./explore/explore.page.tsx')),
  '/firms': page(() => import('./firms/firms.page.tsx')),
}

/** Every address of the portal. */
export function Routes() {
  return (
    <Suspense fallback={null}>
      <Switch>
        <Route path="/sign-in">
          <SignIn />
        </Route>
        <Route path="/invitation/:token">
          <Invitation />
        </Route>
        <Route>
          <SessionProvider>
            <Shell>
              <OpenPage />
            </Shell>
          </SessionProvider>
        </Route>
      </Switch>
    </Suspense>
  )
}

function OpenPage() {
  const [location] = useLocation()
  return (
    <PageBoundary key={location}>
      <Suspense fallback={<RowsSkeleton />}>
        <Switch>
          {Object.entries(PAGES).map(([path, Opened]) => (
            <Route key={path} path={path}>
              <Opened />
            </Route>
          ))}
          <Route>
            <NotFound />
          </Route>
        </Switch>
      </Suspense>
    </PageBoundary>
  )
}
