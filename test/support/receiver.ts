import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import { isIP } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll } from 'vitest'
import { parseAllowedRanges } from '../../src/outbound/destination.ts'
import type { Outbound } from '../../src/outbound/reach.ts'
import { listen, stop } from './listen.ts'

/** A request as a receiver got it. */
export interface Received {
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

type Answer = (received: Received, response: ServerResponse) => unknown

/** An HTTPS server on this machine, with a certificate for its names by an authority of its own. */
export interface Receiver {
  readonly received: Received[]
  /** Replaces how it answers. By default with 204. */
  answer: Answer
  readonly port: () => number
  readonly url: (path?: string) => string
  /** Reaches the receiver under its name, and trusts its authority. */
  readonly outbound: () => Outbound & { readonly authority: string }
}

const NAME = 'receiver.example.com'
const answerEmpty: Answer = (_received, response) => response.writeHead(204).end()

/** Starts a receiver before the tests of the file, and stops it after them. */
export function testReceiver(): Receiver {
  let authority = ''
  let port = 0
  let close = () => {}
  const receiver: Receiver = {
    received: [],
    answer: answerEmpty,
    port: () => port,
    url: (path = '/hooks') => `https://${NAME}:${port}${path}`,
    outbound: () => ({
      allowed: parseAllowedRanges(['127.0.0.1/32']),
      resolve: async () => ['127.0.0.1'],
      authority,
    }),
  }
  beforeAll(async () => {
    const { key, cert } = makeCertificate(NAME)
    authority = cert
    const server = createServer({ key, cert }, async (request, response) => {
      const headers = headersOf(request)
      const received = { path: request.url ?? '', headers, body: await text(request) }
      receiver.received.push(received)
      await receiver.answer(received, response)
    })
    port = (await listen(server)).port
    close = () => stop(server)
  })
  afterAll(() => close())
  return receiver
}

/** The headers of a request, each as one text. */
export function headersOf({ headers }: IncomingMessage): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))
}

/** A key and a certificate for a name or an IP address, which is its own authority. */
export function makeCertificate(name: string): { key: string; cert: string } {
  const folder = mkdtempSync(join(tmpdir(), 'orangery-certificate-'))
  try {
    const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
    const kind = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']
    const other = `subjectAltName=${isIP(name) === 0 ? 'DNS' : 'IP'}:${name}`
    const of = ['-subj', `/CN=${name}`, '-addext', other, '-days', '2']
    const files = ['-keyout', key, '-out', cert]
    execFileSync('openssl', ['req', ...kind, ...of, ...files], { stdio: 'ignore' })
    return { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') }
  } finally {
    rmSync(folder, { recursive: true })
  }
}
