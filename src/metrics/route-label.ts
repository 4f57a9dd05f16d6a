/** What of a request decides its label. */
export interface RoutedRequest {
  /** The path that was requested, without its query. */
  readonly path: string
  /** The path of the table of REST paths; undefined where none matches. */
  readonly restPath: string | undefined
  /** Whether another route has served it. */
  readonly isServed: boolean
}

/** The paths that are asked for the health of the gateway. */
export const HEALTH_PATHS: readonly string[] = ['/healthz', '/readyz']
const METHODS = ['GET', 'POST', 'DELETE', 'OPTIONS']

/**
 * The route of a request as a label: the template of a REST path, or an area. There are as many as the
 * gateway has routes: what a caller sends is never part of it.
 */
export function routeLabel({ path, restPath, isServed }: RoutedRequest): string {
  if (restPath !== undefined) return restPath.replaceAll(/:(\w+)/g, '{$1}')
  if (path === '/graphql') return 'graphql'
  if (path.startsWith('/api/auth/')) return 'sign-in'
  if (HEALTH_PATHS.includes(path)) return 'health'
  return isServed && !path.startsWith('/.well-known/') ? 'portal' : 'other'
}

/** The method as a label. HEAD counts as GET, and a method that nothing serves as `other`. */
export function methodLabel(method: string | undefined = ''): string {
  if (method === 'HEAD') return 'GET'
  return METHODS.includes(method) ? method : 'other'
}
