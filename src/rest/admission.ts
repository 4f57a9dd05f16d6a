import type { RequestHandler, Response } from 'express'
import type { Authenticator } from '../access/authenticator.ts'
import { readBearer } from '../access/bearer.ts'
import type { AreaCaller } from '../access/caller.ts'
import type { PortfolioDecision } from '../access/identity.reads.ts'
import { GatewayError } from '../errors.ts'
import type { Target } from '../http/target.ts'
import { parseQuery } from './query.ts'

const CLIENT_ID = /^[\w-]{1,64}$/

/** The caller, and the decision about the portfolio that the request names. */
export interface IdentifiedCaller {
  readonly caller: AreaCaller
  readonly decision?: PortfolioDecision
}

/** The parameters of the query, or their error, which is thrown after the checks that come before it. */
export type ReadParameters = Readonly<Record<string, string>> | GatewayError

/** Identifies the caller of a request. Throws a 401, 403 or 429. */
type IdentifyCaller = (
  authenticator: Authenticator,
  response: Response,
) => Promise<IdentifiedCaller>

/** Identifies the caller and counts the request, before any route runs. `paths` are the paths of the route table. */
export function admitWith(
  authenticator: Authenticator,
  identify: IdentifyCaller,
  paths: readonly string[],
): RequestHandler {
  const known = paths.map((path) => ({ path, steps: path.split('/') }))
  return async (_request, response, next) => {
    const { locals } = response
    const given = locals.target.path.split('/')
    locals.path = known.find(({ steps }) => matchesPath(steps, given))?.path
    locals.parameters = readParameters(locals.target)
    locals.identified = await identify(authenticator, response)
    await authenticator.admit(locals.requestContext, locals.identified.caller, response)
    next()
  }
}

function matchesPath(steps: readonly string[], given: readonly string[]): boolean {
  if (steps.length !== given.length) return false
  return steps.every((step, index) =>
    step.startsWith(':') ? given[index] !== '' : given[index] === step,
  )
}

/** The holder of an access token. */
export const identifyPerson: IdentifyCaller = async (authenticator, { locals, req }) => ({
  caller: await authenticator.identifyPerson(locals.requestContext, req.get('Authorization')),
})

/**
 * The holder of an API key. The client id is read before the check of the parameters, so that one statement reads the
 * key, its grant and, for a delta, the newest change. That check rejects a text that cannot be a client id.
 */
export const identifyPartner: IdentifyCaller = async (authenticator, { locals, req }) => {
  const { requestContext, parameters } = locals
  const { client_id: named = '', updated_since: since } =
    parameters instanceof GatewayError ? {} : parameters
  const { partner, decision } = await authenticator.identifyPartner(
    requestContext,
    req.get('Authorization'),
    CLIENT_ID.test(named) ? named : null,
    since !== undefined,
  )
  return { caller: partner, ...(decision && { decision }) }
}

function readParameters({ query }: Target): ReadParameters {
  try {
    return parseQuery(query)
  } catch (thrown) {
    if (thrown instanceof GatewayError) return thrown
    throw thrown
  }
}

/** Rejects an unknown path. An API key is identified and counted first, so that its firm sees its wrong requests. */
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
