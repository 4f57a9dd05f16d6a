import type { Request, Response } from 'express'
import { isInteger, parse } from 'lossless-json'
import { GatewayError } from '../errors.ts'
import { readBody } from '../http/body.ts'
import { isJson } from '../http/media-type.ts'

/** A JSON object whose whole numbers have kept all their digits: they are bigints. */
export type JsonObject = Readonly<Record<string, unknown>>

const MAX_BYTES = 64 * 1024

/**
 * The JSON object that is a request's body. Throws `unsupported_media_type`, `body_too_large`, or
 * `invalid_body` for bytes that are not UTF-8, not JSON, not an object, nested past reason, or that
 * give one member two values.
 */
export async function readJsonObject(request: Request, response: Response): Promise<JsonObject> {
  if (!isJson(request.get('Content-Type'))) {
    throw new GatewayError(
      'unsupported_media_type',
      'Send the body as Content-Type: application/json, in UTF-8.',
    )
  }
  const { deadline } = response.locals
  const bytes = await deadline.exclude(readBody(request, response, MAX_BYTES))
  const value = parseJson(decodeText(bytes))
  if (!isObject(value)) throw invalidBody('The body takes one JSON object.')
  return value
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function decodeText(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw invalidBody('The body is not UTF-8.')
  }
}

function parseJson(text: string): unknown {
  try {
    return parse(text, null, {
      parseNumber: (digits) => (isInteger(digits) ? BigInt(digits) : Number(digits)),
    })
  } catch {
    // Deep nesting overflows the parser's stack: no plant is nested, so that is malformed as well.
    throw invalidBody('The body is not well-formed JSON, or gives a member two values.')
  }
}

function invalidBody(message: string): GatewayError {
  return new GatewayError('invalid_body', message)
}
