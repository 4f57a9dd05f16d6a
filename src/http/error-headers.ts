import type { Response } from 'express'
import type { ErrorCode, GatewayError } from '../errors.ts'
import { quotaHeaders } from './quota-headers.ts'

/** The path of the explanation of an error. */
export function helpPath(code: ErrorCode): string {
  return `/docs/errors#${code}`
}

/**
 * The value of `Link` that leads from an error to its code in the documentation. It is relative to the address that the
 * client asked, as the links between pages of a list are.
 */
export function helpLink(code: ErrorCode): string {
  return `<${helpPath(code)}>; rel="help"`
}

/** The headers of an error, in any form: its own, and the link to its explanation. */
export function headersOf(error: GatewayError): Record<string, string> {
  return {
    ...(error.status === 401 && { 'WWW-Authenticate': 'Bearer' }),
    ...error.headers,
    Link: helpLink(error.code),
  }
}

/** Sets the headers that every error response has: of the quota and of the error. It is never cached. */
export function setErrorHeaders(response: Response, error: GatewayError): void {
  response.set(quotaHeaders(response.locals.requestContext)).set(headersOf(error))
  response.setHeader('Cache-Control', 'no-store')
}
