import type { IncomingMessage, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { brotliDecompress, gunzip, inflate } from 'node:zlib'
import type { RequestHandler, Response } from 'express'
import getRawBody from 'raw-body'
import type { z } from 'zod'
import { codeOf, GatewayError, invalidBody } from '../errors.ts'
import { isObject } from '../values/json.ts'
import { type Numbers, parseJsonBytes } from './strict-json.ts'

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
 * The decompressed body of a request, with at most `limit` bytes before and after decompression. Throws
 * `body_too_large` as soon as the declared or the counted length is more, `unsupported_media_type`, or `invalid_body`.
 */
export async function readBody(response: ServerResponse, limit: number): Promise<Buffer> {
  const { req: request } = response
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
    throw codeOf(thrown) === 'ERR_BUFFER_TOO_LARGE' ? tooLarge(limit) : unreadable()
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

function tooLarge(limit: number): GatewayError {
  return new GatewayError('body_too_large', `The body takes at most ${limit / 1024} KB.`)
}

function unreadable(): GatewayError {
  return invalidBody(
    'The connection ended before the end of the body, or the body cannot be decoded.',
  )
}

/** A JSON object. With exact numbers its integers of 64 bits are bigints, so they keep all their digits. */
export type JsonObject = Readonly<Record<string, unknown>>

const MAX_BYTES = 64 * 1024

/** Throws `unsupported_media_type` for a body whose `Content-Type` is not JSON. */
export function requireJson(contentType: string | undefined): void {
  if (isJson(contentType)) return
  throw new GatewayError(
    'unsupported_media_type',
    'Send the body as Content-Type: application/json, in UTF-8.',
  )
}

/** Reads the body of a request as `readObject` does, if its `Content-Type` is JSON. */
export async function readJsonObject(
  response: Response,
  numbers: Numbers = 'exact',
): Promise<JsonObject> {
  requireJson(response.req.get('Content-Type'))
  return readObject(response, numbers)
}

/**
 * Reads the body of a request as a JSON object, with any `Content-Type`. Throws `unsupported_media_type` for an unknown
 * encoding, `body_too_large`, or `invalid_body`: as `parseJsonBytes` does, and for another value than an object.
 */
export async function readObject(
  response: Response,
  numbers: Numbers = 'exact',
): Promise<JsonObject> {
  const bytes = await response.locals.deadline.exclude(readBody(response, MAX_BYTES))
  const value = parseJsonBytes(bytes, numbers)
  if (!isObject(value)) throw invalidBody('The body takes one JSON object.')
  return value
}

/** The value that the schema reads from a body. Throws `invalid_body` with the first message of the schema. */
export function parseBody<Value>(schema: z.ZodType<Value>, body: unknown): Value {
  const parsed = schema.safeParse(body)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const unknown = issue?.code === 'unrecognized_keys'
  throw invalidBody(`${unknown ? 'The body has an unknown member' : issue?.message}.`)
}

const MAX_LENGTH = 256
const UTF_8 = new Set(['utf-8', 'utf8', '"utf-8"', '"utf8"'])

/** Whether a `Content-Type` is JSON in UTF-8. In another charset the same bytes are other characters. */
export function isJson(contentType: string | null | undefined): boolean {
  if (!contentType || contentType.length > MAX_LENGTH) return false
  const [type = '', ...parameters] = contentType.toLowerCase().split(';')
  return type.trim() === 'application/json' && parameters.every(isUtf8IfCharset)
}

function isUtf8IfCharset(parameter: string): boolean {
  const [name = '', ...value] = parameter.split('=')
  return name.trim() !== 'charset' || UTF_8.has(value.join('=').trim())
}
