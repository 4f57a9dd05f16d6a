import { Agent } from 'node:https'
import { createSecureContext, type SecureContext } from 'node:tls'
import { findAddresses, type Outbound } from './reach.ts'
import { type Answer, send, TlsError } from './send.ts'

const LIMIT_MS = 10_000

interface Post {
  /** Requests that follow each other share it. */
  readonly line?: Line | undefined
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

type PostFailure = 'timeout' | 'refused_address' | 'tls' | 'connection'

/** The answer, or why there was none. `aborted`: the signal ended the request. */
export type Posted = Answer | { readonly failure: PostFailure } | { readonly aborted: true }

/** Sends a request over TLS within ten seconds, only to checked addresses. Follows no redirect. Never throws. */
export async function post(outbound: Outbound, what: Post, signal: AbortSignal): Promise<Posted> {
  if (signal.aborted) return { aborted: true }
  const limit = startLimit(signal, outbound.limitMs ?? LIMIT_MS)
  try {
    return await limit.untilAborted(postWithin(outbound, what, limit.signal))
  } catch (error) {
    if (signal.aborted) return { aborted: true }
    if (limit.signal.aborted) return { failure: 'timeout' }
    return { failure: error instanceof TlsError ? 'tls' : 'connection' }
  } finally {
    limit.end()
  }
}

async function postWithin(
  outbound: Outbound,
  { line, url, headers, body }: Post,
  signal: AbortSignal,
) {
  const target = new URL(url)
  const addresses = await (line
    ? line.addresses(target, signal)
    : findAddresses(outbound, target, signal))
  if (addresses.length === 0) return { failure: 'refused_address' } as const
  const { authority } = outbound
  return send({ target, addresses, headers, body, authority, agent: line?.agent ?? false }, signal)
}

// Not `AbortSignal.any`: with a signal that lives as long as the process, Node 20 keeps every one that it makes.
function startLimit(outer: AbortSignal, limitMs: number) {
  const controller = new AbortController()
  const abort = () => controller.abort()
  const timer = setTimeout(abort, limitMs)
  outer.addEventListener('abort', abort)
  return {
    signal: controller.signal,
    // The end of a request follows soon after its signal. A name server that does not answer may take longer.
    untilAborted: <Value>(value: Promise<Value>) =>
      new Promise<Value>((resolve, reject) => {
        controller.signal.addEventListener('abort', () => setImmediate(reject, new Error('limit')))
        value.then(resolve, reject)
      }),
    end: () => {
      clearTimeout(timer)
      outer.removeEventListener('abort', abort)
    },
  }
}

// To make one takes as long as a handshake. An installation has one authority.
const contexts = new Map<string | undefined, SecureContext>()

function contextOf(authority: string | undefined): SecureContext {
  const context = contexts.get(authority) ?? createSecureContext({ ca: authority })
  contexts.set(authority, context)
  return context
}

/**
 * Requests to one host that follow each other within seconds. The name is resolved and checked once, and the connections
 * are kept, which go to the checked addresses. The agent is not a global one, which could use a proxy of the environment.
 */
export class Line {
  readonly agent: Agent
  readonly #outbound: Outbound
  #addresses: Promise<readonly string[]> | undefined

  constructor(outbound: Outbound) {
    this.#outbound = outbound
    this.agent = new Agent({ keepAlive: true, secureContext: contextOf(outbound.authority) })
  }

  /** As `findAddresses`, once for all requests. */
  addresses(url: URL, signal: AbortSignal): Promise<readonly string[]> {
    this.#addresses ??= findAddresses(this.#outbound, url, signal)
    return this.#addresses
  }

  /** Closes the connections, those on which an answer still arrives after it. */
  close(): void {
    this.agent.maxFreeSockets = 0
    for (const sockets of Object.values(this.agent.freeSockets))
      for (const socket of sockets ?? []) socket.destroy()
  }
}
