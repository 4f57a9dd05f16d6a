import { Agent } from 'node:https'
import { createSecureContext, type SecureContext } from 'node:tls'
import { findAddresses, type Outbound } from './reach.ts'

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
