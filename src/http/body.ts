import type { IncomingMessage, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { brotliDecompress, gunzip, inflate } from 'node:zlib'
import type { RequestHandler } from 'express'
import getRawBody from 'raw-body'
import { GatewayError } from '../errors.ts'

/** No request has a larger body, whatever its path. */
export const MAX_BODY_BYTES = 256 * 1024

const DECODERS = {
  gzip: promisify(gunzip),
  deflate: promisify(inflate),
  br: promisify(brotliDecompress),
} as const

/**
 * Has the connection closed after the answer where nothing bounds what is still to come: a body
 * in chunks, or a large one. `readBody` takes that back for a body that it has read whole.
 */
export const closeAfterUnboundedBody: RequestHandler = (request, response, next) => {
  if (isChunked(request) || declaredLength(request) > MAX_BODY_BYTES)
    response.setHeader('Connection', 'close')
  next()
}

/** Refuses a body that is declared larger than any path takes, also where none would be read. */
export const rejectLargeBody: RequestHandler = (request, _response, next) => {
  next(declaredLength(request) > MAX_BODY_BYTES ? tooLarge(MAX_BODY_BYTES) : undefined)
}

/**
 * The body of a request, unpacked: at most `limit` bytes, packed or not. Throws `body_too_large` as
 * soon as the declared or the counted length says so, `unsupported_media_type`, or `invalid_body`.
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
  response.removeHeader('Connection')
  if (!isDecoder(encoding)) return bytes
  return DECODERS[encoding](bytes, { maxOutputLength: limit }).catch((thrown) => {
    throw isPastLimit(thrown) ? tooLarge(limit) : unreadable()
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

function isPastLimit(thrown: unknown): boolean {
  return thrown instanceof Error && 'code' in thrown && thrown.code === 'ERR_BUFFER_TOO_LARGE'
}

function tooLarge(limit: number): GatewayError {
  return new GatewayError('body_too_large', `The body takes at most ${limit / 1024} KB.`)
}

function unreadable(): GatewayError {
  return new GatewayError('invalid_body', 'The body could not be read whole.')
}
