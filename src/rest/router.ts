import { type Response, Router } from 'express'
import type { Authenticator } from '../access/authenticator.ts'
import { requireTokenScope } from '../access/caller.ts'
import { GatewayError } from '../errors.ts'
import { type JsonObject, readObject, rejectLargeBody } from '../http/body.ts'
import { chooseEncoding } from '../http/encoding.ts'
import { resolveVersion } from '../versions.ts'
import { admitWith, identifyPartner, identifyPerson } from './admission.ts'
import { KEY_ROUTES } from './key.routes.ts'
import { PLANT_ROUTES } from './plants.routes.ts'
import { PORTFOLIO_ROUTES } from './portfolio.routes.ts'
import { type PortfolioReads, readPortfolio } from './read-portfolio.ts'
import { sendCacheable, sendReply } from './respond.ts'
import type { Route, RouteInput } from './route.ts'
import { simulate } from './simulate.ts'

/** The route table: every path of the interface. */
export const ROUTES: readonly Route[] = [...KEY_ROUTES, ...PORTFOLIO_ROUTES, ...PLANT_ROUTES]

interface RestDependencies extends PortfolioReads {
  readonly authenticator: Authenticator
}

/** The caller is identified before the path is looked up, so that requests for unknown paths are counted as well. */
export function createRestRouter(deps: RestDependencies): Router {
  const paths = [...new Set(ROUTES.map((route) => route.path))]
  const router = Router({ caseSensitive: true, strict: true })
  const admitPartner = admitWith(deps.authenticator, identifyPartner, paths)
  router.use('/api/v1', admitPartner, simulate, rejectLargeBody)
  router.use('/plants', admitWith(deps.authenticator, identifyPerson, paths))
  for (const route of ROUTES) {
    const serve = route.area === 'portfolio' ? servePortfolio : servePlants
    router[route.method](route.path, (_request, response) => serve(route, deps, response))
  }
  for (const path of paths) router.all(path, rejectMethod(path))
  return router
}

// The order of the checks is part of the interface: if a request has two errors, the first one here is reported.
async function servePortfolio(
  route: Route,
  deps: RestDependencies,
  response: Response,
): Promise<void> {
  const { requestContext, target } = response.locals
  const version = resolveVersion(response.req.get('X-Service-Version'), requestContext.now)
  response.setHeader('X-Service-Version', version)
  await readPortfolio(route, deps, response, {
    target,
    version,
    encoding: chooseEncoding(response.req),
    readInput: () => readInput(response, {}),
    send: (body) => sendCacheable(response, body),
  })
}

async function servePlants(
  route: Route,
  { runAs }: RestDependencies,
  response: Response,
): Promise<void> {
  const { requestContext, identified } = response.locals
  requireTokenScope(identified.caller, 'plants')
  // The interface asks for JSON, and for no header.
  const body = route.method === 'post' ? await readObject(response) : {}
  const run = route.prepare(readInput(response, body))
  await sendReply(response, await run(runAs(identified, requestContext)))
}

function readInput({ req, locals }: Response, body: JsonObject): RouteInput {
  const { parameters: query, target } = locals
  if (query instanceof GatewayError) throw query
  // Express returns a list for a repeated parameter. No path of the table has one.
  const path = Object.fromEntries(
    Object.entries(req.params).map(([name, value]) => [name, String(value)]),
  )
  return { query, path, body, address: { path: target.path, parameters: query } }
}

function rejectMethod(path: string) {
  const allow = ROUTES.filter((route) => route.path === path)
    .flatMap(({ method }) => (method === 'get' ? ['GET', 'HEAD'] : method.toUpperCase()))
    .join(', ')
  return () => {
    throw new GatewayError('method_not_allowed', `This path takes ${allow}.`, {
      headers: { Allow: allow },
    })
  }
}
