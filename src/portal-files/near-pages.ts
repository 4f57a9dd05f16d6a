export const PAGES = [
  '/',
  '/sign-in',
  '/forgot-password',
  '/invitation/:token',
  '/connect/:link',
  '/firms{/*rest}',
  '/connected-apps{/*rest}',
  '/account{/*rest}',
  '/people/:userId',
  '/portfolio{/*rest}',
  '/explore',
  '/search',
]

/** Paths that people try, with the path of the page that they mean. */
const SYNONYMS: Readonly<Record<string, string>> = {
  '/login': '/sign-in',
  '/log-in': '/sign-in',
  '/signin': '/sign-in',
  '/index.html': '/',
  '/home': '/',
  '/dashboard': '/',
  '/documentation': '/docs',
  '/api': '/docs',
  '/api-docs': '/docs',
  '/swagger': '/docs',
  '/changelog': '/docs/changelog',
  '/graphiql': '/explore',
}

const FIXED = [
  '/sign-in',
  '/forgot-password',
  '/firms',
  '/connected-apps',
  '/account/profile',
  '/portfolio',
  '/explore',
  '/search',
  '/docs',
]
// Paths with an id or a token. Upper and lower case matter in it, so the path keeps its letters.
const AREA = /^\/(?:invitation|connect|firms|connected-apps|account|portfolio|docs)\/[^/].*$/

// The pages of single operations had other names in an earlier release.
const EARLIER_OPERATION = /^\/docs\/api\/(?:get|post|delete)_/

/** The path of our page that was probably meant, never of another site; null if there is none, or if it is this one. */
export function nearPage(path: string): string | null {
  const bare = withoutEndSlashes(path)
  const name = bare.toLowerCase()
  const meant = SYNONYMS[name] ?? FIXED.find((page) => page === name) ?? areaPath(bare)
  return meant === path ? null : meant
}

function withoutEndSlashes(path: string): string {
  let end = path.length
  while (path[end - 1] === '/') end--
  return path.slice(0, end)
}

function areaPath(path: string): string | null {
  if (EARLIER_OPERATION.test(path)) return '/docs/api'
  return AREA.test(path) ? path : null
}

// The API, the files of the portal and the health checks.
const FOR_PROGRAMS = /^\/(?:api|graphql|plants|assets|healthz|readyz|\.well-known)(?:\/|$)/

/** Whether a path without a page is for programs, which get errors in JSON. */
export function isForPrograms(path: string): boolean {
  return FOR_PROGRAMS.test(path)
}
