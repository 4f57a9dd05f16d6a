import { type Request, type Response, Router } from 'express'
import { accessKey } from '../access/access-key.ts'
import type { Authenticator } from '../access/authenticator.ts'
import { requireTokenScope } from '../access/token-scopes.ts'
import { GatewayError } from '../errors.ts'
import { rejectLargeBody } from '../http/body.ts'
import { chooseEncoding, type Encoding, encode } from '../http/encoding.ts'
import { type JsonObject, readJsonObject } from '../http/json-body.ts'
import { type Target, urlOf } from '../http/target.ts'
import { recheckCallerAtEnd } from '../load/recheck.ts'
import type { RequestContext } from '../load/request-context.ts'
import { countReturnedAssets, recordCachedRead } from '../load/request-usage.ts'
import { inSpan } from '../spans.ts'
import { resolveVersion, toVersion } from '../versions.ts'
import { admitWith, type IdentifiedCaller, identifyPartner, identifyPerson } from './admission.ts'
import { CHANGES_ROUTE } from './changes.route.ts'
import { CONNECTION_ROUTE } from './connection.route.ts'
import { ME_ROUTE } from './me.route.ts'
import { PLANT_ROUTES } from './plants.routes.ts'
import { PORTFOLIO_ROUTES } from './portfolio.routes.ts'
import { createResponseBody, sendCacheable, sendReply } from './respond.ts'
import type { CachedResponse, ResponseCache } from './response-cache.ts'
import type { OperationRunner, Route, RouteInput } from './route.ts'
import { simulate } from './simulate.ts'

/** The route table: every path of the interface. */
export const ROUTES: readonly Route[] = [
  ME_ROUTE,
  CHANGES_ROUTE,
  CONNECTION_ROUTE,
  ...PORTFOLIO_ROUTES,
  ...PLANT_ROUTES,
]

/** Creates the runner of operations for one identified request. */
export type RunAs = (
  identified: IdentifiedCaller,
  requestContext: RequestContext,
) => OperationRunner

/** The parts that the paths use. */
interface RestDependencies {
  readonly authenticator: Authenticator
  readonly runAs: RunAs
  readonly responses: ResponseCache
}

/**
 * Every path of the table, and a 405 for every other method of those paths. The caller is identified before the path is
 * looked up, so that requests for unknown paths are counted for the caller too.
 */
export function createRestRouter(deps: RestDependencies): Router {
  const paths = [...new Set(ROUTES.map((route) => route.path))]
  const router = Router({ caseSensitive: true, strict: true })
  const admitPartner = admitWith(deps.authenticator, identifyPartner, paths)
  router.use('/api/v1', admitPartner, simulate, rejectLargeBody)
  router.use('/plants', admitWith(deps.authenticator, identifyPerson, paths), rejectLargeBody)
  for (const route of ROUTES) {
    const serve = route.area === 'portfolio' ? servePortfolio : servePlants
    router[route.method](route.path, (request, response) => serve(route, deps, request, response))
  }
  for (const path of paths) router.all(path, rejectMethod(path))
  return router
}

// The order of the checks is part of the interface: if a request has two errors, the first one here is reported.
async function servePortfolio(
  route: Route,
  deps: RestDependencies,
  request: Request,
  response: Response,
): Promise<void> {
  const { requestContext, identified } = response.locals
  const version = resolveVersion(request.get('X-Service-Version'), requestContext.now)
  response.setHeader('X-Service-Version', version)
  const key = deps.responses.isOn ? cacheKey(identified, version, response.locals.target) : null
  const encoding = chooseEncoding(request)
  const known = key && deps.responses.find(key, encoding, requestContext.now)
  if (known) {
    recordCachedRead(requestContext, known.assets)
    return sendCacheable(response, known)
  }
  const run = route.prepare(readInput(request, response, {}))
  const reply = await run(deps.runAs(identified, requestContext))
  if (reply.kind !== 'body') return sendReply(response, reply)
  const written = await writeBody(toVersion(reply.body, version), encoding, requestContext)
  await recheckCallerAtEnd(requestContext)
  const sent = sendCacheable(response, written.encoded)
  if (key && usedOnlyOwnGrant(requestContext, identified))
    await storeResponse(deps.responses, key, written, requestContext.cacheableUntil)
  await sent
}

interface WrittenBody {
  readonly plain: CachedResponse
  /** In the encoding that the caller accepts. */
  readonly encoded: CachedResponse
}

function writeBody(
  body: Parameters<typeof createResponseBody>[0],
  encoding: Encoding,
  requestContext: RequestContext,
): Promise<WrittenBody> {
  return inSpan(
    () => ({ name: 'serialize' }),
    async () => {
      const { heavy } = requestContext
      const plain = await createResponseBody(body, countReturnedAssets(requestContext), heavy)
      heavy?.leave()
      return { plain, encoded: { ...plain, ...(await encode(plain.bytes, encoding)) } }
    },
  )
}

// A long body is stored compressed, because uncompressed it takes ten times the memory.
async function storeResponse(
  responses: ResponseCache,
  key: string,
  { plain, encoded }: WrittenBody,
  until: Date | null,
): Promise<void> {
  if (!responses.keeps(encoded)) return
  const compressed = encoded.encoding === 'identity' ? await encode(plain.bytes, 'gzip') : encoded
  responses.store(key, { ...plain, ...compressed }, until)
}

async function servePlants(
  route: Route,
  { runAs }: RestDependencies,
  request: Request,
  response: Response,
): Promise<void> {
  const { requestContext, identified } = response.locals
  requireTokenScope(identified.caller, 'plants')
  const body = route.method === 'post' ? await readJsonObject(request, response) : {}
  const run = route.prepare(readInput(request, response, body))
  await sendReply(response, await run(runAs(identified, requestContext)))
}

/**
 * Everything that decides a body: what the access shows, in which version, and the exact URL, since
 * links repeat it. Null where the request has no portfolio.
 */
function cacheKey({ decision }: IdentifiedCaller, version: string, target: Target): string | null {
  if (!decision || decision.access instanceof Error || !decision.access.grant) return null
  return `${accessKey(decision.access)} ${version} ${urlOf(target)}`
}

// A body that was read under any other grant than the one in its key would outlive that grant.
function usedOnlyOwnGrant({ usage }: RequestContext, { decision }: IdentifiedCaller): boolean {
  if (!decision || decision.access instanceof Error) return false
  const { grant } = decision.access
  return usage !== null && grant !== null && usage.opened.size === 1 && usage.opened.has(grant.id)
}

function readInput(request: Request, { locals }: Response, body: JsonObject): RouteInput {
  const { parameters: query, target } = locals
  if (query instanceof GatewayError) throw query
  const address = { path: target.path, parameters: query }
  return { query, path: pathParameters(request), body, address }
}

// Express returns a list for a repeated parameter. No path of the table has one.
function pathParameters({ params }: Request): Record<string, string> {
  return Object.fromEntries(Object.entries(params).map(([name, value]) => [name, String(value)]))
}

function rejectMethod(path: string) {
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
