import { type ComponentType, type ReactNode, useEffect, useState } from 'react'
import { matchRoute, type Parser, Route, Switch, useLocation, useRouter } from 'wouter'
import type { PageParams } from '../data/use-query.ts'
import { loadFirmTexts } from '../i18n/language.ts'
import SignInPage from '../sign-in/sign-in.page.tsx'
import { deferred } from '../ui/deferred.tsx'
import { Loading } from '../ui/loading.tsx'
import { RowsSkeleton } from '../ui/rows-skeleton.tsx'
import { PageBoundary } from './layout/page-boundary.tsx'

interface PageModule {
  readonly default: () => ReactNode
  /** Asks for what the page shows, by the names in its address. */
  readonly prefetch?: (params: PageParams) => void
}

type Load = () => Promise<PageModule>

/** A page in its own chunk, which is loaded when a link to the page is reached, or when it is opened. */
function page(load: Load, fallback: ReactNode = <RowsSkeleton />) {
  return deferred<object, PageModule>(load, fallback)
}

/** A page of a firm or of staff. Its texts have a catalogue of their own. */
function firmPage(load: Load) {
  return page(async () => {
    await loadFirmTexts()
    return load()
  })
}

// All pages of a session need this. The sign-in page does not.
const [SignedIn] = deferred(() => import('./layout/signed-in.tsx'), <Loading />)
const [UnknownPage] = page(() => import('./unknown.page.tsx'), <Loading />)

type PageTable = Readonly<Record<string, readonly [component: ComponentType, load?: Load]>>

// The pages that need no session.
const PUBLIC: PageTable = {
  // Part of the first load: most visits begin here.
  '/sign-in': [SignInPage],
  '/forgot-password': page(() => import('../sign-in/forgot-password.page.tsx'), <Loading />),
  '/invitation/:token': page(() => import('../sign-in/invitation.page.tsx'), <Loading />),
}

const PAGES: PageTable = {
  '/': page(() => import('./home.page.tsx')),
  '/account/profile': page(() => import('../account/profile.page.tsx')),
  '/account/security': page(() => import('../account/security.page.tsx')),
  '/account/activity': page(() => import('../account/activity.page.tsx')),
  '/account/mails': page(() => import('../account/mails.page.tsx')),
  '/account/tokens': page(() => import('../account/tokens.page.tsx')),
  '/account/plants': page(() => import('../account/plants.page.tsx')),
  '/connect/:link': page(() => import('../client/approve-link/approve-link.page.tsx')),
  '/connected-apps': page(() => import('../client/connections/connected-apps.page.tsx')),
  '/connected-apps/:grantId': page(() => import('../client/connections/connected-app.page.tsx')),
  '/connected-apps/:grantId/edit': page(() => import('../client/connections/edit.page.tsx')),
  '/connected-apps/:grantId/receipts/:name': page(
    () => import('../client/receipts/receipt.page.tsx'),
  ),
  '/explore': page(() => import('../explore/explore.page.tsx')),
  '/firms': firmPage(() => import('../staff/firms.page.tsx')),
  '/firms/:firmId': firmPage(() => import('../firm/dashboard/dashboard.page.tsx')),
  '/firms/:firmId/clients': firmPage(() => import('../firm/clients/clients.page.tsx')),
  '/firms/:firmId/logs': firmPage(() => import('../firm/request-log/logs.page.tsx')),
  '/firms/:firmId/logs/:requestId': firmPage(() => import('../firm/request-log/request.page.tsx')),
  '/firms/:firmId/members': firmPage(() => import('../firm/members/members.page.tsx')),
  '/firms/:firmId/sandbox': firmPage(() => import('../firm/sandbox/sandbox.page.tsx')),
  '/firms/:firmId/service-api': firmPage(() => import('../firm/keys/keys.page.tsx')),
  '/firms/:firmId/service-api/:keyId': firmPage(() => import('../firm/keys/key.page.tsx')),
  '/firms/:firmId/service-api/:keyId/*': page(() => import('./moved.page.tsx')),
  '/firms/:firmId/webhooks': firmPage(() => import('../firm/webhooks/webhooks.page.tsx')),
  '/people/:userId': firmPage(() => import('../staff/person.page.tsx')),
  '/portfolio': page(() => import('../client/overview/overview.page.tsx')),
  '/portfolio/assets': page(() => import('../client/portfolio/assets.page.tsx')),
  '/portfolio/statement/:year': page(() => import('../client/statement/statement.page.tsx')),
  '/portfolio/:registryId': page(() => import('../client/portfolio/asset.page.tsx')),
  '/search': firmPage(() => import('../staff/search.page.tsx')),
}

// Without a session, signing in would not help: no page begins like another path.
// The server says so with the page.
const HAS_SESSION = document.documentElement.dataset.session === 'true'
const AREAS = new Set(Object.keys(PAGES).map(areaOf))

function findPage(location: string, parser: Parser) {
  for (const [path, [, load]] of Object.entries(PAGES)) {
    const [isMatch, params] = matchRoute(parser, path, location)
    if (isMatch) return { load, params }
  }
  return null
}

// The chunk of the first page is loaded, and what it shows is asked for, while the session is loaded and not after it.
async function preload(location: string, parser: Parser): Promise<void> {
  const found = findPage(location, parser)
  const module = await found?.load?.()
  if (found) module?.prefetch?.(found.params)
}

/** All routes of the portal. */
export function Routes() {
  const [location] = useLocation()
  const { parser } = useRouter()
  // A failure is reported when the page is opened.
  useState(() => void preload(location, parser).catch(() => {}))
  useReachedLinks(parser)
  return (
    <PageBoundary alone>
      <Switch>
        {routesOf(PUBLIC)}
        <Route>
          {AREAS.has(areaOf(location)) || HAS_SESSION ? (
            <SignedIn>{routesOf(PAGES)}</SignedIn>
          ) : (
            <UnknownPage />
          )}
        </Route>
      </Switch>
    </PageBoundary>
  )
}

function areaOf(path: string): string | undefined {
  return path.split('/')[1]
}

// Not a component: `Switch` looks only at its own children and at lists of them.
function routesOf(pages: PageTable) {
  return Object.entries(pages).map(([path, [PageElement]]) => (
    <Route key={path} path={path}>
      <PageElement />
    </Route>
  ))
}

// These events cover a mouse, a finger and the keyboard. A click comes a tenth of a second later, or more.
const REACHES = ['pointerover', 'focusin'] as const

// Loads the page of each link that the pointer or the focus reaches.
function useReachedLinks(parser: Parser): void {
  useEffect(() => {
    const listen = ({ target }: Event) => {
      const link = target instanceof Element ? target.closest('a') : null
      if (link?.origin !== window.location.origin) return
      const load = findPage(link.pathname, parser)?.load
      load?.().catch(() => {})
    }
    for (const reach of REACHES) document.addEventListener(reach, listen, { passive: true })
    return () => {
      for (const reach of REACHES) document.removeEventListener(reach, listen)
    }
  }, [parser])
}
