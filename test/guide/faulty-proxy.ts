import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { listen, stop } from '../support/listen.ts'

/** A fault that a network or an overloaded gateway causes in one request. `late`: the answer comes after a delay. */
export type Fault = '429' | '503' | 'reset' | 'cut' | 'late' | Answer

/** An answer in the place of the gateway's. */
export interface Answer {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body: string
}

const LATE_MS = 3_000

/** A proxy in front of a gateway that lets some requests fail. */
export interface FaultyProxy {
  readonly url: string
  /** How many requests it let fail so far. */
  readonly faults: () => number
  readonly close: () => void
}

/** `faultOf` is asked for each request, with its number and its target. The request waits for its answer. */
export async function startFaultyProxy(
  gatewayUrl: string,
  faultOf: (
    number: number,
    target: string,
    request: IncomingMessage,
  ) => Fault | undefined | Promise<Fault | undefined>,
): Promise<FaultyProxy> {
  let [requests, faults] = [0, 0]
  const server = createServer(async (incoming, response) => {
    const fault = await faultOf(requests++, incoming.url ?? '', incoming)
    if (fault) faults += 1
    serve(gatewayUrl, fault, incoming, response)
  })
  const { url } = await listen(server)
  return { url, faults: () => faults, close: () => stop(server) }
}

function serve(
  gatewayUrl: string,
  fault: Fault | undefined,
  incoming: IncomingMessage,
  response: ServerResponse,
): void {
  if (fault === 'reset') incoming.destroy()
  else if (fault === '429' || fault === '503') {
    response.writeHead(Number(fault), { 'Retry-After': '0' }).end('{"error":{"code":"of a proxy"}}')
  } else if (typeof fault === 'object') {
    response.writeHead(fault.status, fault.headers).end(fault.body)
  } else if (fault === 'late') setTimeout(forward, LATE_MS, gatewayUrl, false, incoming, response)
  else forward(gatewayUrl, fault === 'cut', incoming, response)
}

function forward(
  gatewayUrl: string,
  isCut: boolean,
  incoming: IncomingMessage,
  response: ServerResponse,
): void {
  const { method, headers, url } = incoming
  const outgoing = request(gatewayUrl + url, { method, headers }, (reply) => {
    response.writeHead(reply.statusCode ?? 502, reply.headers)
    if (!isCut) reply.pipe(response)
    else
      reply.once('data', (chunk: Buffer) => {
        response.write(chunk.subarray(0, chunk.length / 2), () => response.destroy())
        reply.destroy()
      })
  })
  outgoing.on('error', () => response.destroy())
  incoming.pipe(outgoing)
}
