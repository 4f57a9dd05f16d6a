import { type Request, type Response, Router } from 'express'
import type { Gate } from '../access/authenticate.ts'
import type { Caller } from '../access/caller.ts'
import type { Exchange } from '../access/exchange.ts'
import type { PartnerIdentity } from '../access/identity.reads.ts'
import { requireTokenScope } from '../access/token-scopes.ts'
import { assetsGiven, noteGivenAgain } from '../access/use.ts'
import { GatewayError } from '../errors.ts'
import { type Target, urlOf } from '../http/target.ts'
import { resolveVersion, toVersion } from '../versions.ts'
import { type JsonObject, readJsonObject } from './json-body.ts'
import type { PageCache } from './page-cache.ts'
import { PLANT_ROUTES } from './plants.routes.ts'
import { PORTFOLIO_ROUTES } from './portfolio.routes.ts'
import { parseQuery } from './query.ts'
import { createPage, sendAnswer, sendPage } from './respond.ts'
import type { Route, RouteInput, Run } from './route.ts'

const CLIENT_ID = /^[\w-]{1,64}$/

/** THE table: every path of the interface. */
export const ROUTES: readonly Route[] = [...PORTFOLIO_ROUTES, ...PLANT_ROUTES]

/** Who asked, and what the gate has read of the portfolio that the request named. */
export interface Identified {
  readonly caller: Caller
  readonly opened?: {
    readonly clientId: string
    readonly portfolio: NonNullable<PartnerIdentity['portfolio']>
  }
}

/** Runs operations for one identified request. */
export type RunAs = (identified: Identified, exchange: Exchange) => Run

/** What the paths are served with. */
export interface RestDependencies {
  readonly gate: Gate
  readonly runAs: RunAs
  readonly pages: PageCache
}

/** Every path of the table, and a refusal for every other method of those paths. */
export function createRestRouter(deps: RestDependencies): Router {
  const router = Router({ caseSensitive: true, strict: true })
  for (const route of ROUTES) {
    const serve = route.area === 'portfolio' ? servePortfolio : servePlants
    router[route.method](route.path, (request, response) => serve(route, deps, request, response))
  }
  for (const path of new Set(ROUTES.map((route) => route.path)))
    router.all(path, refuseMethod(path))
  return router
}

// The order is part of the interface: of two things wrong with a request, the first here is told.
async function servePortfolio(
  route: Route,
  deps: RestDependencies,
  request: Request,
  response: Response,
): Promise<void> {
  const exchange = response.locals.exchange
  const parameters = readParameters(response.locals.target)
  const authorization = request.get('Authorization')
  const identified = await identifyPartner(deps.gate, exchange, authorization, parameters)
  await deps.gate.charge(exchange, identified.caller, 1)
  const version = resolveVersion(request.get('X-Service-Version'), exchange.now)
  response.setHeader('X-Service-Version', version)
  const key = pageKey(identified, version, response.locals.target)
  const known = key && deps.pages.find(key, exchange.now)
  if (known) {
    noteGivenAgain(exchange, known.assets)
    return sendPage(response, exchange, known)
  }
  const run = route.prepare(readInput(request, response, parameters, {}))
  const answer = await run(deps.runAs(identified, exchange))
  if (answer.kind !== 'body') return sendAnswer(response, exchange, answer)
  const page = createPage(toVersion(answer.body, version), assetsGiven(exchange))
  sendPage(response, exchange, page)
  if (key && isAlone(exchange, identified)) deps.pages.keep(key, page, exchange.holdsUntil)
}

async function servePlants(
  route: Route,
  { gate, runAs }: RestDependencies,
  request: Request,
  response: Response,
): Promise<void> {
  const exchange = response.locals.exchange
  const caller = await gate.identifyPerson(exchange, request.get('Authorization'))
  await gate.charge(exchange, caller, 1)
  requireTokenScope(caller, 'plants')
  const body = route.method === 'post' ? await readJsonObject(request, response) : {}
  const parameters = readParameters(response.locals.target)
  const run = route.prepare(readInput(request, response, parameters, body))
  await sendAnswer(response, exchange, await run(runAs({ caller }, exchange)))
}

/**
 * Everything that decides a body: whose portfolio and as of which change, under which grant and
 * with which of its scopes, in which version, and what was asked, to the letter, since links say
 * it back. Null where the request was refused a portfolio.
 */
function pageKey({ opened }: Identified, version: string, target: Target): string | null {
  if (!opened || opened.portfolio instanceof GatewayError) return null
  const { dataVersion, changedAt, grant, visibility } = opened.portfolio
  if (!grant) return null
  const scopes = [...visibility.scopes].join(',')
  return `${opened.clientId} ${dataVersion} ${changedAt.getTime()} ${grant.id} ${grant.version} ${scopes} ${version} ${urlOf(target)}`
}

// A body that was read under any other grant than the one in its key would outlive that grant.
function isAlone({ use }: Exchange, { opened }: Identified): boolean {
  if (!opened || opened.portfolio instanceof GatewayError) return false
  const { grant } = opened.portfolio
  return use !== null && grant !== null && use.opened.size === 1 && use.opened.has(grant.id)
}

// The client is named before the parameters are checked, so that one statement can say both who
// calls and what they may see. What cannot be a client's id waits for the parameters' own refusal.
async function identifyPartner(
  gate: Gate,
  exchange: Exchange,
  authorization: string | undefined,
  parameters: ReadParameters,
): Promise<Identified> {
  const named = parameters instanceof GatewayError ? '' : (parameters.client_id ?? '')
  const clientId = CLIENT_ID.test(named) ? named : null
  const { partner, portfolio } = await gate.identifyPartner(exchange, authorization, clientId)
  if (portfolio === null || clientId === null) return { caller: partner }
  const opened = portfolio instanceof GatewayError ? clientId : portfolio.visibility.clientId
  return { caller: partner, opened: { clientId: opened, portfolio } }
}

/** The parameters of the query, or why they cannot be read, which is told in its turn. */
type ReadParameters = Readonly<Record<string, string>> | GatewayError

function readParameters({ query }: Target): ReadParameters {
  try {
    return parseQuery(query)
  } catch (thrown) {
    if (thrown instanceof GatewayError) return thrown
    throw thrown
  }
}

function readInput(
  request: Request,
  response: Response,
  query: ReadParameters,
  body: JsonObject,
): RouteInput {
  if (query instanceof GatewayError) throw query
  const address = { path: response.locals.target.path, parameters: query }
  return { query, id: String(request.params.id ?? ''), body, address }
}

function refuseMethod(path: string) {
  const methods = ROUTES.filter((route) => route.path === path).map((route) =>
    route.method.toUpperCase(),
  )
  const allow = methods
    .flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]))
    .join(', ')
  return () => {
    throw new GatewayError('method_not_allowed', `This path takes ${allow}.`, {
      headers: { Allow: allow },
    })
  }
}
