import type { GatewayError } from '../errors.ts'

/** The two areas of the interface have error bodies of their own. */
export type Area = 'portfolio' | 'plants'

/** The body of a refusal in the form of its area. */
export function errorBody(area: Area, error: GatewayError, requestId: string): object {
  if (area === 'plants') return { error: error.status, message: error.message }
  return {
    error: { type: error.type, code: error.code, message: error.message, request_id: requestId },
  }
}

/** The area of a path. What belongs to none is answered like the portfolio's. */
export function areaOf(path: string): Area {
  return path === '/plants' || path.startsWith('/plants/') ? 'plants' : 'portfolio'
}
