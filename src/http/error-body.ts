import type { Response } from 'express'
import { type ErrorCode, GatewayError } from '../errors.ts'
import { quotaHeaders } from './quota-headers.ts'

/** The areas of the REST interface. Each has its own form of error body. */
export type Area = 'portfolio' | 'plants'

/** The header with the error code. Every error response of REST has it, also where the body has no code. */
export const ERROR_CODE_HEADER = 'X-Error-Code'

/** The body of an error response, in the form of its area. */
export function errorBody(area: Area, error: GatewayError, requestId: string): object {
  if (area === 'plants') return { error: error.status, message: error.message }
  return {
    error: { type: error.type, code: error.code, message: error.message, request_id: requestId },
  }
}

// The statuses of bytes that never became a body: late, too large, of an unknown encoding, behind too many headers.
const WITHOUT_BODY: ReadonlySet<number> = new Set([408, 413, 415, 431])

/** The error of an operation. The interface names one status for a failure of `POST /plants`: 400. */
export function errorOf(method: string | undefined, path: string, error: GatewayError) {
  if (method !== 'POST' || path !== '/plants' || !WITHOUT_BODY.has(error.status)) return error
  return new GatewayError('invalid_body', error.message, { headers: { ...error.headers } })
}

/** The area of a path. A path outside both areas gets the error body of the portfolio. */
export function areaOf(path: string): Area {
  return path === '/plants' || path.startsWith('/plants/') ? 'plants' : 'portfolio'
}

/** The path of the explanation of an error. */
export function helpPath(code: ErrorCode): string {
  return `/docs/errors#${code}`
}

/** The headers of an error in any form. The link is relative to the asked address, as those between pages are. */
export function headersOf(error: GatewayError): Record<string, string> {
  return {
    ...(error.status === 401 && { 'WWW-Authenticate': 'Bearer' }),
    ...error.headers,
    Link: `<${helpPath(error.code)}>; rel="help"`,
  }
}

/** Sets the headers that every error response has: of the quota and of the error. It is never cached. */
export function setErrorHeaders(response: Response, error: GatewayError): void {
  response.set(quotaHeaders(response.locals.requestContext)).set(headersOf(error))
  response.setHeader('Cache-Control', 'no-store')
}
