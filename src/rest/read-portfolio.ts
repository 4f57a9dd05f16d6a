import type { Response } from 'express'
import { PortfolioCache } from '../access/portfolio-cache.ts'
import type { PortfolioAccess } from '../access/visibility.ts'
import { type Encoding, encode } from '../http/encoding.ts'
import { type Target, urlOf } from '../http/target.ts'
import { type RequestContext, recheckCallerAtEnd } from '../load/request-context.ts'
import { countReturnedAssets, recordCachedRead } from '../load/request-usage.ts'
import { inSpan } from '../spans.ts'
import { toVersion } from '../versions.ts'
import type { IdentifiedCaller } from './admission.ts'
import { createResponseBody, type ResponseBody } from './respond.ts'
import type { OperationRunner, Route, RouteInput } from './route.ts'

/** Creates the runner of operations for one identified request. */
export type RunAs = (
  identified: IdentifiedCaller,
  requestContext: RequestContext,
) => OperationRunner

export interface PortfolioReads {
  readonly runAs: RunAs
  readonly responses: PortfolioCache<ResponseBody>
}

/** A request, after the caller was identified and charged. */
interface PortfolioRequest {
  readonly target: Target
  readonly version: string
  readonly encoding: Encoding
  /** Throws the error in the parameters. */
  readonly readInput: () => RouteInput
  /** Is called once, unless the request is rejected. */
  readonly send: (body: ResponseBody) => Promise<void>
}

/** Creates the cache of bodies, as they are sent. */
export function createResponses(maxBytes: number): PortfolioCache<ResponseBody> {
  return new PortfolioCache(maxBytes, ({ bytes }) => bytes.length)
}

/** Reads the body of a path of the portfolio, from the cache if it is there, and sends it. */
export async function readPortfolio(
  route: Route,
  { runAs, responses }: PortfolioReads,
  { locals: { identified, requestContext } }: Response,
  { target, version, encoding, readInput, send }: PortfolioRequest,
): Promise<void> {
  const access = cacheableAccess(identified)
  // Links repeat the exact URL.
  const part = `${version} ${encoding} ${urlOf(target)}`
  const known = access && responses.find(access, part)
  if (known) {
    recordCachedRead(requestContext, known.assets)
    return send(known)
  }
  const run = route.prepare(readInput())
  const reply = await run(runAs(identified, requestContext))
  if (reply.kind !== 'body') throw new Error(`The path ${route.path} has no body.`)
  const written = await writeBody(toVersion(reply.body, version), encoding, requestContext)
  await recheckCallerAtEnd(requestContext)
  const sent = send(written)
  if (access?.isSettled && usedOnly(access, requestContext))
    responses.store(access, part, { ...written, bytes: copyOf(written.bytes) })
  await sent
}

function writeBody(
  body: Parameters<typeof createResponseBody>[0],
  encoding: Encoding,
  requestContext: RequestContext,
): Promise<ResponseBody> {
  return inSpan(
    () => ({ name: 'serialize' }),
    async () => {
      const { heavy } = requestContext
      const plain = await createResponseBody(body, countReturnedAssets(requestContext), heavy)
      heavy?.leave()
      return { ...plain, ...(await encode(plain.bytes, encoding)) }
    },
  )
}

// A person has no grant, and reads no path of the portfolio.
function cacheableAccess({ decision }: IdentifiedCaller): PortfolioAccess | null {
  const access = decision?.access
  return !access || access instanceof Error || !access.grant ? null : access
}

// A body that was read under any other grant than the one in its key would outlive that grant.
function usedOnly({ grant }: PortfolioAccess, { usage }: RequestContext): boolean {
  return usage !== null && grant !== null && usage.opened.size === 1 && usage.opened.has(grant.id)
}

// The bytes may be a view of a larger buffer, which would then stay in memory.
function copyOf(bytes: Buffer<ArrayBuffer>): Buffer<ArrayBuffer> {
  if (bytes.buffer.byteLength === bytes.length) return bytes
  return Buffer.from(new Uint8Array(bytes).buffer)
}
