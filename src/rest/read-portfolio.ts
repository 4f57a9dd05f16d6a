import { accessKey } from '../access/access-key.ts'
import { type Encoding, encode } from '../http/encoding.ts'
import { type Target, urlOf } from '../http/target.ts'
import { recheckCallerAtEnd } from '../load/recheck.ts'
import type { RequestContext } from '../load/request-context.ts'
import { countReturnedAssets, recordCachedRead } from '../load/request-usage.ts'
import { inSpan } from '../spans.ts'
import { toVersion } from '../versions.ts'
import type { IdentifiedCaller } from './admission.ts'
import { createResponseBody } from './respond.ts'
import type { CachedResponse, ResponseCache } from './response-cache.ts'
import type { OperationRunner, Route, RouteInput } from './route.ts'

/** Creates the runner of operations for one identified request. */
export type RunAs = (
  identified: IdentifiedCaller,
  requestContext: RequestContext,
) => OperationRunner

/** The parts that reads of a portfolio use. */
export interface PortfolioReads {
  readonly runAs: RunAs
  readonly responses: ResponseCache
}

/** A request for a path of the portfolio, after its caller was identified and charged. */
interface PortfolioRequest {
  readonly identified: IdentifiedCaller
  readonly requestContext: RequestContext
  readonly target: Target
  readonly version: string
  readonly encoding: Encoding
  /** Throws the error in the parameters. */
  readonly readInput: () => RouteInput
  /** Is called once, unless the request is rejected. */
  readonly send: (body: CachedResponse) => Promise<void>
}

/** Reads the body of a path of the portfolio, from the response cache if it is there, and sends it. */
export async function readPortfolio(
  route: Route,
  { runAs, responses }: PortfolioReads,
  request: PortfolioRequest,
): Promise<void> {
  const { identified, requestContext, target, version, encoding, send } = request
  const key = responses.isOn ? cacheKey(identified, version, target) : null
  const known = key && responses.find(key, encoding, requestContext.now)
  if (known) {
    recordCachedRead(requestContext, known.assets)
    return send(known)
  }
  const run = route.prepare(request.readInput())
  const reply = await run(runAs(identified, requestContext))
  if (reply.kind !== 'body') throw new Error(`The path ${route.path} has no body.`)
  const written = await writeBody(toVersion(reply.body, version), encoding, requestContext)
  await recheckCallerAtEnd(requestContext)
  const sent = send(written.encoded)
  if (key && usedOnlyOwnGrant(requestContext, identified))
    await storeResponse(responses, key, written, requestContext.cacheableUntil)
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
