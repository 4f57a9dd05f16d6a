import type { Request, RequestHandler, Response } from 'express'
import type { Authenticator } from '../access/authenticator.ts'
import type { Caller } from '../access/caller.ts'
import type { PartnerIdentity } from '../access/identity.reads.ts'
import { GatewayError } from '../errors.ts'
import type { Target } from '../http/target.ts'
import { parseQuery } from './query.ts'

const CLIENT_ID = /^[\w-]{1,64}$/

/** The caller, and what the authenticator has read of the portfolio that the request names. */
export interface IdentifiedCaller {
  readonly caller: Caller
  readonly opened?: {
    readonly clientId: string
    readonly portfolio: NonNullable<PartnerIdentity['portfolio']>
  }
}

/** The parameters of the query, or the error in them, which is thrown after the checks that come first. */
export type ReadParameters = Readonly<Record<string, string>> | GatewayError

declare global {
  namespace Express {
    interface Locals {
      /** The path of the route table that matches the request; undefined where none does. */
      path: string | undefined
      identified: IdentifiedCaller
      parameters: ReadParameters
    }
  }
}

/** Identifies the caller of a request. Throws a 401, 403 or 429. */
export type IdentifyCaller = (
  authenticator: Authenticator,
  request: Request,
  response: Response,
) => Promise<IdentifiedCaller>

/** Identifies and counts the caller, before any route; `paths` are those of the route table. */
export function admitWith(
  authenticator: Authenticator,
  identify: IdentifyCaller,
  paths: readonly string[],
): RequestHandler {
  const known = paths.map((path) => ({ path, steps: path.split('/') }))
  return async (request, response, next) => {
    const { locals } = response
    const given = locals.target.path.split('/')
    locals.path = known.find(({ steps }) => matchesPath(steps, given))?.path
    locals.parameters = readParameters(locals.target)
    locals.identified = await identify(authenticator, request, response)
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
export const identifyPerson: IdentifyCaller = async (authenticator, request, { locals }) => ({
  caller: await authenticator.identifyPerson(locals.requestContext, request.get('Authorization')),
})

/**
 * The holder of an API key. The client id is read before the parameters are checked, so that one
 * statement reads both the key and its grant. A text that cannot be a client id is left to the check of
 * the parameters.
 */
export const identifyPartner: IdentifyCaller = async (authenticator, request, { locals }) => {
  const { requestContext, parameters } = locals
  const named = parameters instanceof GatewayError ? '' : (parameters.client_id ?? '')
  const clientId = CLIENT_ID.test(named) ? named : null
  const authorization = request.get('Authorization')
  const { partner, portfolio } = await authenticator.identifyPartner(
    requestContext,
    authorization,
    clientId,
  )
  if (portfolio === null || clientId === null) return { caller: partner }
  const opened = portfolio instanceof Error ? clientId : portfolio.visibility.clientId
  return { caller: partner, opened: { clientId: opened, portfolio } }
}

function readParameters({ query }: Target): ReadParameters {
  try {
    return parseQuery(query)
  } catch (thrown) {
    if (thrown instanceof GatewayError) return thrown
    throw thrown
  }
}
