import { randomBytes } from 'node:crypto'
import { ApiError, NoResponseError, OrangeryError, RateLimitError, ServerError } from '../errors.ts'
import { Orangery } from '../orangery.ts'
import { UNNAMED } from '../refusal.ts'
import { backOffSeconds, pause } from '../retry.ts'
import { reasonOf } from '../transport.ts'
import type { Change } from '../types.ts'
import { SIGNING_SECRET, sign } from '../webhook.ts'
import { fromEnvironment, UsageError } from './environment.ts'

const WAIT_SECONDS = 30
const ANSWER_MS = 10_000 // as long as the gateway waits for a receiver
const LONGEST_PAUSE_SECONDS = 5
const PASSING = [NoResponseError, RateLimitError, ServerError]

/** Where webhooks go, and the secret that signs them. */
interface Receiver {
  readonly url: string
  readonly secret: string
  /** Ends what is being sent. */
  readonly signal: AbortSignal
}

/** Sends the changes of the key to a receiver on this machine, as the gateway sends webhooks, until it is interrupted. */
export async function listen(forwardTo: string | undefined): Promise<void> {
  const stop = new AbortController()
  process.once('SIGINT', () => stop.abort())
  const { signal } = stop
  const gateway = { ...fromEnvironment(), signal }
  const given = process.env.WEBHOOK_SECRET
  const secret = given || `whsec_${randomBytes(32).toString('base64')}`
  if (!SIGNING_SECRET.test(secret)) throw new UsageError('WEBHOOK_SECRET takes a secret: whsec_…')
  const receiver = { url: checkedReceiver(forwardTo), secret, signal }
  try {
    const cursor = await firstCursor(new Orangery({ ...gateway, attempts: 2 }))
    console.log(`The changes of ${gateway.url} go to ${receiver.url}. Ctrl-C ends this.`)
    if (!given) console.log(`WEBHOOK_SECRET=${secret}`)
    await forwardAll(new Orangery(gateway), cursor, receiver)
  } catch (error) {
    if (!signal.aborted) throw error
  }
}

function checkedReceiver(url = ''): string {
  if (URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)) return url
  throw new UsageError('--forward-to takes an address, such as http://localhost:3000/hooks.')
}

async function firstCursor(orangery: Orangery): Promise<string> {
  try {
    const { next_cursor: cursor } = await orangery.changes()
    if (typeof cursor === 'string') return cursor
  } catch (error) {
    const isRefusal = error instanceof ApiError && error.code !== UNNAMED && error.status !== 404
    if (isRefusal || !(error instanceof OrangeryError)) throw error
    throw new OrangeryError(`ORANGERY_URL does not lead to a gateway. ${error.message}`)
  }
  throw new OrangeryError('ORANGERY_URL does not lead to a gateway: its answer has no cursor.')
}

async function forwardAll(orangery: Orangery, first: string, receiver: Receiver): Promise<never> {
  for (let cursor = first; ; ) {
    try {
      const page = await orangery.changes({ cursor, wait: WAIT_SECONDS, page_size: 100 })
      for (const change of page.data) await forward(change, receiver)
      cursor = page.next_cursor
    } catch (error) {
      if (!(error instanceof Error) || !PASSING.some((Class) => error instanceof Class)) throw error
      console.error(error.message)
      await pause(backOffSeconds(2), receiver.signal)
    }
  }
}

/** Sends one change until the receiver answers, with whatever status: nothing overtakes it. */
async function forward(change: Change, { url, secret, signal }: Receiver): Promise<void> {
  const { id, type, client_id } = change
  const body = new TextEncoder().encode(JSON.stringify(change))
  for (let attempt = 0; ; attempt++) {
    const at = String(Math.floor(Date.now() / 1000))
    const headers = {
      'content-type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': at,
      'webhook-signature': await sign(secret, `${id}.${at}.`, body),
    }
    const result = await post(url, headers, body, signal)
    if (typeof result === 'number') return console.log(`${type}  ${client_id}  ${result}`)
    // Once: the receiver may be away for long.
    if (attempt === 0) console.error(`${type}  ${client_id}  no answer (${result}), sent again`)
    await pause(Math.min(LONGEST_PAUSE_SECONDS, backOffSeconds(attempt)), signal)
  }
}

/** The status of the answer, or why there is none. */
async function post(
  url: string,
  headers: Record<string, string>,
  body: Uint8Array<ArrayBuffer>,
  stop: AbortSignal,
): Promise<number | string> {
  const signal = AbortSignal.any([stop, AbortSignal.timeout(ANSWER_MS)])
  try {
    const init = { method: 'POST', headers, body, signal, redirect: 'manual' } as const
    const response = await fetch(url, init)
    await response.body?.cancel()
    return response.status
  } catch (error) {
    if (stop.aborted) throw error
    return reasonOf(error)
  }
}
