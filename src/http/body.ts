import type { IncomingMessage, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { brotliDecompress, gunzip, inflate } from 'node:zlib'
import type { RequestHandler } from 'express'
import getRawBody from 'raw-body'
import { GatewayError } from '../errors.ts'

/** The limit of every request's body. Some paths have a lower limit. */
export const MAX_BODY_BYTES = 256 * 1024

const DECODERS = {
  gzip: promisify(gunzip),
  deflate: promisify(inflate),
  br: promisify(brotliDecompress),
} as const

/**
 * Closes the connection after the response if the rest of the body may be large: a chunked body, or
 * one declared over the limit. `readBody` keeps the connection open once it has read the whole body.
 */
export const closeAfterUnboundedBody: RequestHandler = (request, response, next) => {
  if (isChunked(request) || declaredLength(request) > MAX_BODY_BYTES)
    response.setHeader('Connection', 'close')
  next()
}

/** Rejects a body declared over the limit, also on paths that read no body. */
export const rejectLargeBody: RequestHandler = (request, _response, next) => {
  next(declaredLength(request) > MAX_BODY_BYTES ? tooLarge(MAX_BODY_BYTES) : undefined)
}

/**
 * The decompressed body of a request. Before and after decompression it may have at most `limit`
 * bytes. Throws `body_too_large` as soon as the declared or the counted length is over the limit,
 * `unsupported_media_type`, or `invalid_body`.
 */
export async function readBody(
  request: IncomingMessage,
  response: ServerResponse,
  limit: number,
): Promise<Buffer> {
  const encoding = (request.headers['content-encoding'] ?? 'identity').toLowerCase()
  if (encoding !== 'identity' && !isDecoder(encoding)) {
    throw new GatewayError(
      'unsupported_media_type',
      'Content-Encoding takes gzip, deflate, br or identity.',
    )
  }
  const bytes = await readWhole(request, limit)
  // While the gateway stops, `shouldKeepAlive` is false and the connection is closed in any case.
  if (response.shouldKeepAlive) response.removeHeader('Connection')
  if (!isDecoder(encoding)) return bytes
  return DECODERS[encoding](bytes, { maxOutputLength: limit }).catch((thrown) => {
    throw isOverLimit(thrown) ? tooLarge(limit) : unreadable()
  })
}

async function readWhole(request: IncomingMessage, limit: number): Promise<Buffer> {
  const declared = isChunked(request) ? null : declaredLength(request)
  if (declared !== null && declared > limit) throw tooLarge(limit)
  return getRawBody(request, { limit, length: declared }).catch((thrown) => {
    throw thrown?.status === 413 ? tooLarge(limit) : unreadable()
  })
}

function isChunked({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined
}

function declaredLength({ headers }: IncomingMessage): number {
  return Number(headers['content-length'] ?? 0)
}

function isDecoder(encoding: string): encoding is keyof typeof DECODERS {
  return Object.hasOwn(DECODERS, encoding)
}

function isOverLimit(thrown: unknown): boolean {
  return thrown instanceof Error && 'code' in thrown && thrown.code === 'ERR_BUFFER_TOO_LARGE'
}

function tooLarge(limit: number): GatewayError {
  return new GatewayError('body_too_large', `The body takes at most ${limit / 1024} KB.`)
}

function unreadable(): GatewayError {
  return new GatewayError(
    'invalid_body',
    'The connection ended before the end of the body, or the body cannot be decoded.',
  )
}
