import { type Request, type Response, Router } from 'express'
import type { Gate } from '../access/authenticate.ts'
import type { Exchange } from '../access/exchange.ts'
import { requireTokenScope } from '../access/token-scopes.ts'
import { assetsGiven, noteGivenAgain } from '../access/use.ts'
import { GatewayError } from '../errors.ts'
import { refuseLargeBody } from '../http/body.ts'
import { type Target, urlOf } from '../http/target.ts'
import { resolveVersion, toVersion } from '../versions.ts'
import { admitWith, type Identified, identifyPartner, identifyPerson } from './admission.ts'
import { type JsonObject, readJsonObject } from './json-body.ts'
import type { PageCache } from './page-cache.ts'
import { PLANT_ROUTES } from './plants.routes.ts'
import { PORTFOLIO_ROUTES } from './portfolio.routes.ts'
import { createPage, sendAnswer, sendPage } from './respond.ts'
import type { Route, RouteInput, Run } from './route.ts'

/** THE table: every path of the interface. */
export const ROUTES: readonly Route[] = [...PORTFOLIO_ROUTES, ...PLANT_ROUTES]

/** Runs operations for one identified request. */
export type RunAs = (identified: Identified, exchange: Exchange) => Run

/** What the paths are served with. */
export interface RestDependencies {
  readonly gate: Gate
  readonly runAs: RunAs
  readonly pages: PageCache
}

/**
 * Every path of the table, and a refusal for every other method of those paths. Who calls is known
 * before a path is looked for, so that what is not there counts against its caller as well.
 */
export function createRestRouter(deps: RestDependencies): Router {
  const paths = [...new Set(ROUTES.map((route) => route.path))]
  const router = Router({ caseSensitive: true, strict: true })
  router.use('/api/v1', admitWith(deps.gate, identifyPartner, paths), refuseLargeBody)
  router.use('/plants', admitWith(deps.gate, identifyPerson, paths), refuseLargeBody)
  for (const route of ROUTES) {
    const serve = route.area === 'portfolio' ? servePortfolio : servePlants
    router[route.method](route.path, (request, response) => serve(route, deps, request, response))
  }
  for (const path of paths) router.all(path, refuseMethod(path))
  return router
}

// The order is part of the interface: of two things wrong with a request, the first here is told.
async function servePortfolio(
  route: Route,
  deps: RestDependencies,
  request: Request,
  response: Response,
): Promise<void> {
  const { exchange, identified } = response.locals
  const version = resolveVersion(request.get('X-Service-Version'), exchange.now)
  response.setHeader('X-Service-Version', version)
  const key = pageKey(identified, version, response.locals.target)
  const known = key && deps.pages.find(key, exchange.now)
  if (known) {
    noteGivenAgain(exchange, known.assets)
    return sendPage(response, exchange, known)
  }
  const run = route.prepare(readInput(request, response, {}))
  const answer = await run(deps.runAs(identified, exchange))
  if (answer.kind !== 'body') return sendAnswer(response, exchange, answer)
  const page = createPage(toVersion(answer.body, version), assetsGiven(exchange))
  sendPage(response, exchange, page)
  if (key && isAlone(exchange, identified)) deps.pages.keep(key, page, exchange.holdsUntil)
}

async function servePlants(
  route: Route,
  { runAs }: RestDependencies,
  request: Request,
  response: Response,
): Promise<void> {
  const { exchange, identified } = response.locals
  requireTokenScope(identified.caller, 'plants')
  const body = route.method === 'post' ? await readJsonObject(request, response) : {}
  const run = route.prepare(readInput(request, response, body))
  await sendAnswer(response, exchange, await run(runAs(identified, exchange)))
}

/**
 * Everything that decides a body: whose portfolio and as of which change, under which grant and
 * with which of its scopes, in which version, and what was asked, to the letter, since links say
 * it back. Null where the request was refused a portfolio.
 */
function pageKey({ opened }: Identified, version: string, target: Target): string | null {
  if (!opened || opened.portfolio instanceof Error) return null
  const { dataVersion, changedAt, grant, visibility } = opened.portfolio
  if (!grant) return null
  const scopes = [...visibility.scopes].join(',')
  return `${opened.clientId} ${dataVersion} ${changedAt.getTime()} ${grant.id} ${grant.version} ${scopes} ${version} ${urlOf(target)}`
}

// A body that was read under any other grant than the one in its key would outlive that grant.
function isAlone({ use }: Exchange, { opened }: Identified): boolean {
  if (!opened || opened.portfolio instanceof Error) return false
  const { grant } = opened.portfolio
  return use !== null && grant !== null && use.opened.size === 1 && use.opened.has(grant.id)
}

function readInput(request: Request, { locals }: Response, body: JsonObject): RouteInput {
  const { parameters: query, target } = locals
  if (query instanceof GatewayError) throw query
  const address = { path: target.path, parameters: query }
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
