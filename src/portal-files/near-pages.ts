/** The paths of the portal's pages. */
export const PAGES = [
  '/',
  '/sign-in',
  '/forgot-password',
  '/invitation/:token',
  '/connect/:link',
  '/firms{/*rest}',
  '/connected-apps{/*rest}',
  '/account{/*rest}',
  '/portfolio{/*rest}',
  '/explore',
  '/search',
]

/** Paths that people try, and where the page is. */
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
// Of these the rest is an id or a token, whose letters stay as they are.
const AREA = /^\/(?:invitation|connect|firms|connected-apps|account|portfolio)\/[^/].*$/

/**
 * The path of the page that was probably meant: without slashes at the end, in lower case, or by
 * another name. Null if there is none, or if it is the path itself. Never leads to another site.
 */
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
  return AREA.test(path) ? path : null
}

// The paths of the API, its files, and the checks of health answer programs.
const FOR_PROGRAMS = /^\/(?:api|graphql|plants|assets|healthz|readyz|\.well-known)(?:\/|$)/

/** Whether a path that has no page belongs to programs, which are answered in JSON. */
export function isForPrograms(path: string): boolean {
  return FOR_PROGRAMS.test(path)
}
