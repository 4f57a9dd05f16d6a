import { WebhookError } from './errors.ts'
import type { Change } from './types.ts'

const TOLERANCE_SECONDS = 300

/** The form of the secret of an endpoint: base64, of which the end `=` may be missing. */
export const SIGNING_SECRET = /^whsec_((?:[A-Za-z0-9+/]{4}){4,}(?:[A-Za-z0-9+/]{2,3})?)={0,2}$/

/** The headers of a request: of Node, or of `fetch`. Names are taken in any case. */
export type WebhookHeaders = Headers | Readonly<Record<string, string | string[] | undefined>>

export interface WebhookOptions {
  /** The instant to compare with, in milliseconds. Default: this clock. */
  readonly now?: number
}

/** A change of one type, with the members that it always has. */
type ChangeOf<Type extends string, Always extends keyof Change = never> = Readonly<
  Omit<Change, 'type' | 'reason' | 'effect' | 'deletion_requested'> &
    Required<Pick<Change, Always>> & { type: Type }
>

/** The event of a webhook: its `type` says which members it has. New types can come: ignore those that you do not know. */
export type WebhookEvent =
  | ChangeOf<'grant.given'>
  | ChangeOf<'grant.changed', 'effect'>
  | (ChangeOf<'grant.ended', 'reason'> & { readonly deletion_requested?: boolean })
  | ChangeOf<'portfolio.changed'>
  | { readonly id: string; readonly type: 'test'; readonly at: string }

/**
 * Checks that a webhook is from the gateway and not an old one sent again, and gives its event. `body` is the bytes as
 * they came. Throws a WebhookError.
 */
export async function verifyWebhook(
  secret: string,
  headers: WebhookHeaders,
  body: Uint8Array | ArrayBuffer | string,
  { now = Date.now() }: WebhookOptions = {},
): Promise<WebhookEvent> {
  const [id, at, signatures] = ['id', 'timestamp', 'signature'].map((name) =>
    headerOf(headers, `webhook-${name}`),
  )
  if (!id || !at || !signatures) throw new WebhookError('A header of the signature is missing.')
  const isNow = /^\d{1,12}$/.test(at) && Math.abs(now / 1000 - Number(at)) <= TOLERANCE_SECONDS
  if (!isNow) throw new WebhookError('The timestamp is more than five minutes from this clock.')
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : new Uint8Array(body)
  const expected = await sign(secret, `${id}.${at}.`, bytes)
  const isSigned = signatures.split(' ').some((signature) => isEqual(signature, expected))
  if (!isSigned) throw new WebhookError('The signature is wrong.')
  return parseEvent(bytes)
}

function headerOf(headers: WebhookHeaders, name: string): string {
  if (headers instanceof Headers) return headers.get(name) ?? ''
  const [, value] = Object.entries(headers).find(([each]) => each.toLowerCase() === name) ?? []
  return typeof value === 'string' ? value : ''
}

/** The signature of a body, after Standard Webhooks 1.0. `start` is `id.timestamp.`. */
export async function sign(secret: string, start: string, body: Uint8Array): Promise<string> {
  const { subtle } = globalThis.crypto
  const name = 'HMAC'
  const key = await subtle.importKey('raw', keyOf(secret), { name, hash: 'SHA-256' }, false, [
    'sign',
  ])
  const head = new TextEncoder().encode(start)
  const signed = new Uint8Array(head.length + body.length)
  signed.set(head)
  signed.set(body, head.length)
  const signature = new Uint8Array(await subtle.sign(name, key, signed))
  return `v1,${btoa(String.fromCharCode(...signature))}`
}

function keyOf(secret: string): Uint8Array<ArrayBuffer> {
  const text = SIGNING_SECRET.exec(secret)?.[1]
  if (!text) throw new WebhookError('the first argument takes the secret of the endpoint: whsec_…')
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
}

// In a time that does not depend on where the two differ.
function isEqual(given: string, expected: string): boolean {
  if (given.length !== expected.length) return false
  let difference = 0
  for (let i = 0; i < expected.length; i++)
    difference |= given.charCodeAt(i) ^ expected.charCodeAt(i)
  return difference === 0
}

function parseEvent(body: Uint8Array): WebhookEvent {
  try {
    const event: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body))
    if (isEvent(event)) return event
  } catch {
    // Not JSON: see below.
  }
  throw new WebhookError('The body is not an event.')
}

function isEvent(value: unknown): value is WebhookEvent {
  if (typeof value !== 'object' || value === null) return false
  return ['id', 'type', 'at'].every((name) => typeof Reflect.get(value, name) === 'string')
}
