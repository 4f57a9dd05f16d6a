import type { Request, Response } from 'express'

export const HEALTH_PATHS: readonly string[] = ['/healthz', '/readyz']

/** The template of a REST path, or an area. Never text of a caller, so the number of labels is limited. */
export function routeLabel({ route }: Request, { locals }: Response): string {
  const { target, path: restPath } = locals
  const { path } = target
  if (restPath !== undefined) return restPath.replaceAll(/:(\w+)/g, '{$1}')
  if (path === '/graphql') return 'graphql'
  if (path.startsWith('/api/auth/')) return 'sign-in'
  if (HEALTH_PATHS.includes(path)) return 'health'
  return route !== undefined && !path.startsWith('/.well-known/') ? 'portal' : 'other'
}
