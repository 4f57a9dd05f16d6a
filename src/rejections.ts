import type { ServerResponse } from 'node:http'
import type { ErrorRequestHandler, Response } from 'express'
import type { Authenticator } from './access/authenticator.ts'
import { StoredDataError } from './access/stored-data.ts'
import { type GatewayError, toGatewayError } from './errors.ts'
import { sendGraphQLError } from './graphql/router.ts'
import type { ErrorListener } from './graphql/yoga.ts'
import { isBegun, pathError } from './http/begin-request.ts'
import { areaOf, errorOf } from './http/error-body.ts'
import { isRequestOver } from './load/request-context.ts'
import { recordError } from './load/request-usage.ts'
import { sendError } from './rest/respond.ts'

/** The ways in which the app rejects a request. Each counts the request and sends the error in the form of its path. */
interface Rejections {
  /** Rejects a request whose handler has thrown. */
  readonly errorHandler: ErrorRequestHandler
  /** Rejects a request whose work is not begun, or is dropped. */
  readonly refuse: (response: Response, error: GatewayError) => Promise<void>
  /** Rejects a request whose body is malformed or late, and closes its connection. */
  readonly rejectRunning: (response: ServerResponse, error: GatewayError) => void
}

export function createRejections(authenticator: Authenticator, onError: ErrorListener): Rejections {
  // Does not log a refusal as an error: there may be thousands, and one warning in the log covers many of them.
  const refuse: Rejections['refuse'] = async (response, cause) => {
    const { requestContext } = response.locals
    const error = await authenticator.countError(requestContext, errorOfOperation(response, cause))
    recordError(requestContext, error)
    if (!response.headersSent) sendAnyError(response, error)
  }
  return {
    refuse,
    rejectRunning(response, error) {
      if (!isBegun(response)) return void response.destroy()
      response.locals.deadline.isPast = true
      response.setHeader('Connection', 'close')
      void refuse(response, error)
    },
    errorHandler: async (thrown, _request, response, _next) => {
      const { requestContext, deadline } = response.locals
      if (deadline.isPast) return
      const cause = errorOfOperation(response, pathError(thrown) ?? toGatewayError(thrown))
      const error = await authenticator.countError(requestContext, cause)
      onError(error, requestContext)
      if (error.cause instanceof StoredDataError) await authenticator.refund(requestContext)
      if (response.headersSent) response.destroy()
      else sendAnyError(response, error)
    },
  }
}

function errorOfOperation({ req, locals }: Response, cause: GatewayError): GatewayError {
  return errorOf(req.method, locals.target.path, cause)
}

// A malformed request has reached no schema, so its error has the form of the area. A client that has left gets nothing.
function sendAnyError(response: Response, error: GatewayError): void {
  if (isRequestOver(response)) return
  const { target, malformed } = response.locals
  if (target.path === '/graphql' && !malformed) sendGraphQLError(response, error)
  else sendError(response, areaOf(target.path), error)
}
