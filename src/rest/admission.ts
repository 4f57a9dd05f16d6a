import type { Request, RequestHandler, Response } from 'express'
import type { Gate } from '../access/authenticate.ts'
import type { Caller } from '../access/caller.ts'
import type { PartnerIdentity } from '../access/identity.reads.ts'
import { GatewayError } from '../errors.ts'
import type { Target } from '../http/target.ts'
import { parseQuery } from './query.ts'

const CLIENT_ID = /^[\w-]{1,64}$/

/** Who asked, and what the gate has read of the portfolio that the request named. */
export interface Identified {
  readonly caller: Caller
  readonly opened?: {
    readonly clientId: string
    readonly portfolio: NonNullable<PartnerIdentity['portfolio']>
  }
}

/** The parameters of the query, or why they cannot be read, which is told in its turn. */
export type ReadParameters = Readonly<Record<string, string>> | GatewayError

declare global {
  namespace Express {
    interface Locals {
      /** The path of the table that a request is for; undefined where there is none. */
      path: string | undefined
      identified: Identified
      parameters: ReadParameters
    }
  }
}

/** Says who sent a request. Throws a 401, 403 or 429. */
export type Identify = (gate: Gate, request: Request, response: Response) => Promise<Identified>

/** Identifies and counts the caller of whatever comes below; `paths` are those that are served. */
export function admitWith(
  gate: Gate,
  identify: Identify,
  paths: readonly string[],
): RequestHandler {
  const known = paths.map((path) => ({ path, steps: path.split('/') }))
  return async (request, response, next) => {
    const { locals } = response
    const given = locals.target.path.split('/')
    locals.path = known.find(({ steps }) => areSteps(steps, given))?.path
    locals.parameters = readParameters(locals.target)
    locals.identified = await identify(gate, request, response)
    await gate.admit(locals.exchange, locals.identified.caller, response)
    next()
  }
}

function areSteps(steps: readonly string[], given: readonly string[]): boolean {
  if (steps.length !== given.length) return false
  return steps.every((step, index) =>
    step === ':id' ? given[index] !== '' : given[index] === step,
  )
}

/** The holder of an access token. */
export const identifyPerson: Identify = async (gate, request, { locals }) => ({
  caller: await gate.identifyPerson(locals.exchange, request.get('Authorization')),
})

/**
 * The holder of an API key. The client is named before the parameters are checked, so that one
 * statement can say both who calls and what they may see. What cannot be a client's id waits for the
 * parameters' own refusal.
 */
export const identifyPartner: Identify = async (gate, request, { locals }) => {
  const { exchange, parameters } = locals
  const named = parameters instanceof GatewayError ? '' : (parameters.client_id ?? '')
  const clientId = CLIENT_ID.test(named) ? named : null
  const authorization = request.get('Authorization')
  const { partner, portfolio } = await gate.identifyPartner(exchange, authorization, clientId)
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
