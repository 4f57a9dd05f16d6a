import type { RequestHandler } from 'express'
import type { Authenticator } from '../access/authenticator.ts'
import { readBearer } from '../access/bearer.ts'
import { GatewayError } from '../errors.ts'

/**
 * Rejects a request for a path that the gateway does not have. If the request has an API key, the key is identified and
 * counted first, as for any other path. So its firm sees the wrong requests of its program.
 */
export function rejectUnknownRoute(authenticator: Authenticator): RequestHandler {
  return async (request, response) => {
    const { requestContext } = response.locals
    const authorization = request.get('Authorization')
    if (!requestContext.charged && readBearer(authorization).kind === 'key') {
      const { partner } = await authenticator.identifyPartner(requestContext, authorization, null)
      await authenticator.admit(requestContext, partner, response)
    }
    throw new GatewayError('route_not_found', 'There is no such path.')
  }
}
