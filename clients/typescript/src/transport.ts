import { apiError, NoResponseError, OrangeryError } from './errors.ts'
import { sendByProxy } from './proxy.ts'
import { readRefusal } from './refusal.ts'
import { backOffSeconds, mayPass, pause, type RetryOptions, retryAfterSeconds } from './retry.ts'

type Send = (request: Request) => Promise<Response>

/** A failed attempt: what is thrown if it was the last one, and the seconds that the gateway asks to wait. */
interface Failed {
  readonly error: Error
  readonly retryAfter: number
}

/**
 * Sends requests as `fetch` does. It repeats what may pass, reads each body whole, and throws an error for every
 * status but 2xx.
 */
export function createTransport(retry: Required<RetryOptions>, send: Send = sendByProxy): Send {
  return async (request) => {
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    for (let attempt = 0; ; attempt++) {
      const result = await attemptOnce(request, retry, send)
      if (result instanceof Response) return result
      const { error, retryAfter } = result
      const isLast = attempt + 1 >= retry.attempts || retryAfter > retry.longestWaitSeconds
      // Whether a change was made is not known after a lost connection, so it is not sent again.
      if (isLast || !(isRead || isRefusedBefore(error))) throw error
      await pause(retryAfter + backOffSeconds(attempt), request.signal)
    }
  }
}

const isRefusedBefore = (error: Error) => 'status' in error && error.status === 429

async function attemptOnce(
  request: Request,
  retry: Required<RetryOptions>,
  send: Send,
): Promise<Response | Failed> {
  let response: Response
  let text: string
  try {
    const timeout = AbortSignal.timeout(1000 * (retry.timeoutSeconds + waitOf(request)))
    const signal = AbortSignal.any([request.signal, timeout])
    response = await send(new Request(request.clone(), { signal }))
    text = await response.text()
  } catch (cause) {
    if (request.signal.aborted || cause instanceof OrangeryError) throw cause
    return noResponse(request, reasonOf(cause))
  }
  return outcomeOf(request, response, text)
}

function outcomeOf(request: Request, response: Response, text: string): Response | Failed {
  const body = parse(text)
  if (response.ok && body === undefined && text !== '')
    return noResponse(request, 'the body is not JSON')
  const { status, headers } = response
  if (response.ok) return new Response(text === '' ? null : text, { status, headers })
  const error = apiError(readRefusal(response, body))
  if (!mayPass(status)) throw error
  return { error, retryAfter: retryAfterSeconds(headers.get('Retry-After')) }
}

function noResponse({ method, url }: Request, reason: string): Failed {
  const { pathname } = new URL(url)
  const message = `No usable response to ${method} ${pathname}: ${reason}.`
  return { error: new NoResponseError(message), retryAfter: 0 }
}

/** A code or a name, such as ECONNREFUSED or TimeoutError. Never a message: some libraries quote a header in it. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'an unknown failure'
  const code = codeOf(error.cause) ?? codeOf(error)
  if (code !== undefined) return code
  // `fetch` says why in the cause.
  return error.cause instanceof Error ? error.cause.name : error.name
}

function codeOf(error: unknown): string | undefined {
  const code: unknown = error instanceof Error ? Reflect.get(error, 'code') : undefined
  return typeof code === 'string' && /^[A-Z][A-Z0-9_]{2,60}$/.test(code) ? code : undefined
}

/** The seconds for which the gateway may hold the answer open. */
function waitOf({ url }: Request): number {
  return Number(new URL(url).searchParams.get('wait') ?? 0) || 0
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
