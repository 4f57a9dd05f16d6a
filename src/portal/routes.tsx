import { lazy, type ReactNode, Suspense } from 'react'
import { Route, Switch, useLocation } from 'wouter'
import { RowsSkeleton } from './components/rows-skeleton.tsx'
import { NotFound } from './layout/not-found.tsx'
import { PageBoundary } from './layout/page-boundary.tsx'
import { Shell } from './layout/shell.tsx'
import type { PATHS, PUBLIC_PATHS } from './paths.ts'
import { SessionProvider } from './session/session.tsx'

type PageComponent = () => ReactNode

/** A page in its own chunk, loaded when it is first opened: the default export of the module. */
const page = (load: () => Promise<{ default: PageComponent }>) => lazy(load)

type PageTable<Path extends string> = Readonly<Record<Path, ReturnType<typeof page>>>

const PUBLIC: PageTable<(typeof PUBLIC_PATHS)[number]> = {
  '/sign-in': page(() => import('./sign-in/sign-in.page.tsx')),
  '/invitation/:token': page(() => import('./sign-in/invitation.page.tsx')),
}

const PAGES: PageTable<(typeof PATHS)[number]> = {
  '/': page(() => import('./layout/home.page.tsx')),
  '/account/profile': page(() => import('./account/profile.page.tsx')),
  '/account/security': page(() => import('./account/security.page.tsx')),
  '/account/activity': page(() => import('./account/activity.page.tsx')),
  '/account/tokens': page(() => import('./account/tokens.page.tsx')),
  '/account/plants': page(() => import('./account/plants.page.tsx')),
  '/connect/:link': page(() => import('./connect/connect.page.tsx')),
  '/connected-apps': page(() => import('./connected-apps/connected-apps.page.tsx')),
  '/connected-apps/:grantId': page(() => import('./connected-apps/connected-app.page.tsx')),
  '/connected-apps/:grantId/edit': page(() => import('./connected-apps/edit.page.tsx')),
  '/explore': page(() => import('./explore/explore.page.tsx')),
  '/firms': page(() => import('./firms/firms.page.tsx')),
  '/firms/:firmId': page(() => import('./firm/dashboard.page.tsx')),
  '/firms/:firmId/service-api': page(() => import('./service-api/keys.page.tsx')),
  '/firms/:firmId/service-api/:keyId': page(() => import('./service-api/key.page.tsx')),
}

/** All routes of the portal. */
export function Routes() {
  return (
    <Suspense fallback={null}>
      <Switch>
        {routesOf(PUBLIC)}
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
          {routesOf(PAGES)}
          <Route>
            <NotFound />
          </Route>
        </Switch>
      </Suspense>
    </PageBoundary>
  )
}

// Not a component: `Switch` looks only at its own children and at lists of them.
function routesOf(pages: PageTable<string>) {
  return Object.entries(pages).map(([path, PageElement]) => (
    <Route key={path} path={path}>
      <PageElement />
    </Route>
  ))
}
