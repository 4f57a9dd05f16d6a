import type { Request, Response } from 'express'
import { GatewayError } from '../errors.ts'
import { isObject } from '../values/json.ts'
import { readBody } from './body.ts'
import { type Numbers, parseJsonBytes } from './strict-json.ts'

/** A JSON object. With exact numbers its integers of 64 bits are bigints, so they keep all their digits. */
export type JsonObject = Readonly<Record<string, unknown>>

const MAX_BYTES = 64 * 1024

/** Reads the body of a request as `readObject` does, if its `Content-Type` is JSON. */
export async function readJsonObject(
  request: Request,
  response: Response,
  numbers: Numbers = 'exact',
): Promise<JsonObject> {
  if (!isJson(request.get('Content-Type'))) {
    throw new GatewayError(
      'unsupported_media_type',
      'Send the body as Content-Type: application/json, in UTF-8.',
    )
  }
  return readObject(request, response, numbers)
}

/**
 * Reads the body of a request as a JSON object, with any `Content-Type`. Throws `unsupported_media_type` for an unknown
 * encoding, `body_too_large`, or `invalid_body` for bytes that are not UTF-8, not JSON, not an object, nested too
 * deeply, or that give one member two values.
 */
export async function readObject(
  request: Request,
  response: Response,
  numbers: Numbers = 'exact',
): Promise<JsonObject> {
  const { deadline } = response.locals
  const bytes = await deadline.exclude(readBody(request, response, MAX_BYTES))
  const value = parseJsonBytes(bytes, numbers)
  if (!isObject(value)) throw invalidBody('The body takes one JSON object.')
  return value
}

function invalidBody(message: string): GatewayError {
  return new GatewayError('invalid_body', message)
}

const MAX_LENGTH = 256
const UTF_8 = new Set(['utf-8', 'utf8', '"utf-8"', '"utf8"'])

/**
 * Whether a `Content-Type` is JSON in UTF-8. In another charset the same bytes are other characters. The time is linear
 * in the length of the header.
 */
export function isJson(contentType: string | null | undefined): boolean {
  if (!contentType || contentType.length > MAX_LENGTH) return false
  const [type = '', ...parameters] = contentType.toLowerCase().split(';')
  return type.trim() === 'application/json' && parameters.every(isUtf8IfCharset)
}

function isUtf8IfCharset(parameter: string): boolean {
  const [name = '', ...value] = parameter.split('=')
  return name.trim() !== 'charset' || UTF_8.has(value.join('=').trim())
}
