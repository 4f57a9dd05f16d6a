import type { Request, Response } from 'express'

export const HEALTH_PATHS: readonly string[] = ['/healthz', '/readyz']

/**
 * The route of a request as a label: the template of a REST path, or an area. The number of labels is limited,
 * because a label never contains text of a caller.
 */
export function routeLabel({ route }: Request, { locals }: Response): string {
  const { target, path: restPath } = locals
  const { path } = target
  if (restPath !== undefined) return restPath.replaceAll(/:(\w+)/g, '{$1}')
  if (path === '/graphql') return 'graphql'
  if (path.startsWith('/api/auth/')) return 'sign-in'
  if (HEALTH_PATHS.includes(path)) return 'health'
  return route !== undefined && !path.startsWith('/.well-known/') ? 'portal' : 'other'
}
