/** The properties of a request that decide its label. */
interface RoutedRequest {
  /** The path that was requested, without its query. */
  readonly path: string
  /** The path of the table of REST paths; undefined where none matches. */
  readonly restPath: string | undefined
  /** Whether another route has served it. */
  readonly isServed: boolean
}

export const HEALTH_PATHS: readonly string[] = ['/healthz', '/readyz']

/**
 * The route of a request as a label: the template of a REST path, or an area. The number of labels is limited,
 * because a label never contains text of a caller.
 */
export function routeLabel({ path, restPath, isServed }: RoutedRequest): string {
  if (restPath !== undefined) return restPath.replaceAll(/:(\w+)/g, '{$1}')
  if (path === '/graphql') return 'graphql'
  if (path.startsWith('/api/auth/')) return 'sign-in'
  if (HEALTH_PATHS.includes(path)) return 'health'
  return isServed && !path.startsWith('/.well-known/') ? 'portal' : 'other'
}
