import type { ClientRequest, IncomingMessage } from 'node:http'
import { type Agent, request } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { hostOf, portOf } from './destination.ts'

// The body of an answer has no meaning. A little is read, so that a receiver sees its answer taken.
const MAX_ANSWER = 4_096
const MAX_READING_MS = 500

interface Sending {
  readonly target: URL
  readonly addresses: readonly string[]
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** The certificate of an authority that is trusted in place of those of Node. */
  readonly authority: string | undefined
  /** Has connections to these addresses that are kept. False: a connection is opened for the request. */
  readonly agent: Agent | false
}

/** The connection was opened, and is not a trusted TLS connection. */
export class TlsError extends Error {
  override readonly name = 'TlsError'
}

export interface Answer {
  readonly status: number
  /** The header `Retry-After` as it came. Null: there is none. */
  readonly retryAfter: string | null
}

/** Sends a request, and returns its answer as soon as it has a status. Throws if there is none. */
export function send(sending: Sending, signal: AbortSignal): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const outgoing = open(sending, signal)
    const isHandshake = watchHandshake(outgoing)
    let isOver = false
    const fail = (error: Error) => {
      if (isOver) return
      isOver = true
      // The receiver has closed a kept connection before it saw the request, or has ended: a new connection tells.
      if (outgoing.reusedSocket && !signal.aborted)
        resolve(send({ ...sending, agent: false }, signal))
      else reject(isHandshake() ? new TlsError(error.message, { cause: error }) : error)
    }
    outgoing.on('response', (answer) => {
      isOver = true
      const { statusCode, headers } = answer
      // Node gives every answer a status.
      resolve({ status: statusCode ?? 0, retryAfter: headers['retry-after'] ?? null })
      readALittle(answer)
    })
    outgoing.on('error', fail)
    outgoing.on('close', () => fail(new Error('The connection was closed without an answer.')))
    outgoing.end(sending.body)
  })
}

function open(
  { target, addresses, headers, body, authority, agent }: Sending,
  signal: AbortSignal,
) {
  return request({
    method: 'POST',
    hostname: hostOf(target),
    port: portOf(target),
    path: target.pathname + target.search,
    headers: { ...headers, 'content-length': Buffer.byteLength(body) },
    lookup: answerWith(addresses),
    agent,
    // Stated, because an environment variable of Node can turn the check off.
    rejectUnauthorized: true,
    ...(authority !== undefined && { ca: authority }),
    signal,
  })
}

// Node asks for one address or for all, as it likes. An address in the URL itself is not looked up.
function answerWith(addresses: readonly string[]): LookupFunction {
  const found = addresses.map((address) => ({ address, family: isIP(address) }))
  return (_name, options, callback) => {
    const [first] = found
    if (options.all) callback(null, found)
    else callback(null, first?.address ?? '', first?.family)
  }
}

// The errors of TLS have many codes. A failure between the connection and the end of the handshake is one of them.
function watchHandshake(outgoing: ClientRequest): () => boolean {
  let isHandshake = false
  outgoing.on('socket', (socket) => {
    if (!socket.connecting) return
    socket.once('connect', () => {
      isHandshake = true
    })
    socket.once('secureConnect', () => {
      isHandshake = false
    })
  })
  return () => isHandshake
}

// The status is known. An answer that breaks off, is too long or too slow changes nothing.
function readALittle(answer: IncomingMessage): void {
  let read = 0
  answer.on('data', (chunk: Buffer) => {
    read += chunk.length
    if (read > MAX_ANSWER) answer.destroy()
  })
  const timer = setTimeout(() => answer.destroy(), MAX_READING_MS)
  answer.on('close', () => clearTimeout(timer))
  answer.on('error', () => {})
}
