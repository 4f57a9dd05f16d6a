import type { Refusal } from './errors.ts'

/** Stands for what a response does not name: it is not from a gateway. */
export const UNNAMED = 'unknown'

/** The refusal in a response with an error. A proxy before the gateway may have written any body. */
export function readRefusal({ status, headers }: Response, body: unknown): Refusal {
  const error = memberOf(body, 'error')
  // The plant store has a number there, with the message beside it and the code in a header.
  const said = typeof error === 'object' ? error : body
  return {
    status,
    type: textOf(said, 'type') ?? UNNAMED,
    code: textOf(said, 'code') ?? headers.get('X-Error-Code') ?? UNNAMED,
    message: textOf(said, 'message') ?? 'The response has no message.',
    request_id: textOf(said, 'request_id') ?? headers.get('X-Request-Id') ?? UNNAMED,
    help: /<([^<>]+)>\s*;\s*rel="?help"?/.exec(headers.get('Link') ?? '')?.[1] ?? null,
  }
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}

function textOf(value: unknown, name: string): string | undefined {
  const member = memberOf(value, name)
  return typeof member === 'string' ? member : undefined
}
