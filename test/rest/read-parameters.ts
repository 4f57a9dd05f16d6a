import { GatewayError } from '../../src/errors.ts'
import { PORTFOLIO_ROUTES } from '../../src/rest/portfolio.routes.ts'
import { parseQuery } from '../../src/rest/query.ts'

/** The paths of area A that list, as the table of routes has them. */
export const LIST_PATHS = {
  assets: '/api/v1/assets',
  valuations: '/api/v1/assets/:registry_id/valuations',
} as const

/**
 * Why a path rejects a query string that names a client and goes on like this; null where it does
 * not. These are the functions that a request goes through, without the request.
 */
export function errorOf(path: string, query: string): GatewayError | null {
  const route = PORTFOLIO_ROUTES.find((each) => each.path === path)
  if (!route) throw new Error(`no route: ${path}`)
  try {
    const parameters = parseQuery(`client_id=user_x&${query}`)
    const registry_id = 'ORY-WT-01ARZ3NDEKTSV4RRFFQ69G5FAV'
    const address = { path, parameters }
    route.prepare({ query: parameters, path: { registry_id }, body: {}, address })
    return null
  } catch (error) {
    if (error instanceof GatewayError) return error
    throw error
  }
}
