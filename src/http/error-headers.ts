import type { Response } from 'express'
import type { GatewayError } from '../errors.ts'
import { quotaHeaders } from '../load/request-context.ts'

/** Sets the headers that every error response has, in any form: of the quota and of the error. It is never cached. */
export function setErrorHeaders(response: Response, error: GatewayError): void {
  response.set(quotaHeaders(response.locals.requestContext))
  if (error.status === 401) response.setHeader('WWW-Authenticate', 'Bearer')
  response.set(error.headers)
  response.setHeader('Cache-Control', 'no-store')
}
