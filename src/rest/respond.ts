import { createHash } from 'node:crypto'
import type { Response } from 'express'
import type { GatewayError } from '../errors.ts'
import type { Encoded } from '../http/encoding.ts'
import { type Area, ERROR_CODE_HEADER, errorBody, setErrorHeaders } from '../http/error-body.ts'
import { quotaHeaders } from '../http/quota-headers.ts'
import { sendBytes, waitForDrain } from '../http/send-bytes.ts'
import { sendJson } from '../http/send-json.ts'
import { isRequestOver, noteWait, recheckCaller } from '../load/request-context.ts'
import { stringifyInSlices } from '../load/slices.ts'
import type { HeavyPlace } from '../load/waiting/heavy-work.ts'
import type { Body } from '../versions.ts'
import { type Links, linkHeader } from './list.ts'
import type { Reply } from './route.ts'

export interface ResponseBody extends Encoded {
  readonly tag: string
  readonly link: string | null
  readonly assets: number
}

// Each asset of `data` is a piece.
const ITEM_DEPTH = 2

/** A body of area A before it is compressed. Its ETag is a hash of it, and weak: it is the same in each encoding. */
export async function createResponseBody(
  body: Body & { links?: Links },
  assets: number,
  heavy: HeavyPlace | null,
): Promise<ResponseBody> {
  const hash = createHash('sha1')
  const bytes = await stringifyInSlices(body, ITEM_DEPTH, {
    ...(heavy ? { pause: heavy.pause } : { firstLength: Number.POSITIVE_INFINITY }),
    onSlice: (slice) => hash.update(slice),
  })
  return {
    bytes,
    encoding: 'identity',
    tag: `W/"${hash.digest('base64url')}"`,
    link: body.links ? linkHeader(body.links) : null,
    assets,
  }
}

/** Sends a response, or a 304 if the client already has it. */
export async function sendCacheable(
  response: Response,
  { bytes, encoding, tag, link }: ResponseBody,
): Promise<void> {
  response.setHeaders(new Map(Object.entries(quotaHeaders(response.locals.requestContext))))
  if (link) response.setHeader('Link', link)
  response.setHeader('ETag', tag)
  response.setHeader('Cache-Control', 'private, no-cache')
  setVary(response)
  if (matches(response.req.get('If-None-Match'), tag)) return void response.status(304).end()
  response.setHeader('Content-Type', 'application/json; charset=utf-8')
  if (encoding !== 'identity') response.setHeader('Content-Encoding', encoding)
  await sendBytes(response, bytes)
}

// This does not use `response.vary`, which parses both lists for each response.
function setVary(response: Response): void {
  const names = 'Authorization, X-Service-Version, Accept-Encoding'
  const known = response.getHeader('Vary')
  response.setHeader('Vary', known ? `${known}, ${names}` : names)
}

/** Sends a reply that is not cached. */
export async function sendReply(response: Response, reply: Reply): Promise<void> {
  response.set(quotaHeaders(response.locals.requestContext))
  response.setHeader('Cache-Control', 'no-store')
  if (reply.kind === 'nothing') response.status(204).end()
  else if (reply.kind === 'body') response.json(reply.body)
  else await sendList(response, reply.chunks)
}

// The first chunk is read before anything is sent, so that an error can still set the status. A later failure closes
// the connection: an incomplete array is not JSON, so no client mistakes it for the whole list.
async function sendList(
  response: Response,
  chunks: AsyncIterable<readonly unknown[]>,
): Promise<void> {
  const { requestContext } = response.locals
  let separator = '['
  for await (const chunk of chunks) {
    if (!response.headersSent) response.type('json')
    const items = chunk.map((item) => JSON.stringify(item))
    const text = items.length === 0 ? '' : separator + items.join(',')
    if (items.length > 0) separator = ','
    if (isRequestOver(response) || response.req.method === 'HEAD') break
    if (text === '' || response.write(text)) continue
    await noteWait(requestContext, waitForDrain(response))
    await recheckCaller(requestContext)
  }
  response.end(separator === '[' ? '[]' : ']')
}

/** Sends an error in the form of its area. A header has the code: area B has none in its body, and HEAD has no body. */
export function sendError(response: Response, area: Area, error: GatewayError): void {
  const { requestId } = response.locals.requestContext
  setErrorHeaders(response, error)
  response.setHeader(ERROR_CODE_HEADER, error.code)
  sendJson(response.status(error.status), errorBody(area, error, requestId))
}

/** Whether `If-None-Match` names the tag. */
export function matches(header: string | undefined, tag: string): boolean {
  if (header === undefined) return false
  const opaque = tag.replace('W/', '')
  return header
    .split(',')
    .some((part) => part.trim() === '*' || part.trim().replace(/^W\//, '') === opaque)
}
