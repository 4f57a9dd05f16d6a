import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:https'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '../../src/database/client.ts'
import { operator } from '../../src/modules/audit/audit.writes.ts'
import { readFeedEnd } from '../../src/modules/changes/feed.reads.ts'
import { createEndpoint } from '../../src/modules/webhooks/webhook.writes.ts'
import { createOutbound } from '../../src/outbound/reach.ts'
import { deriveSecret } from '../support/gateway.ts'
import { makeCertificate } from '../support/receiver.ts'
import type { Run } from './scenario.ts'

const RANGE = '127.0.0.1/32'

// As long as a receiver takes to store a webhook. Two gateways that deliver the same webhook meet within this time.
const STORE_MS = 50

/** A certificate of receivers, and the settings of gateways that reach them. */
export function newAuthority({ folder }: Run) {
  const certificate = makeCertificate('127.0.0.1')
  const authority = join(folder, 'authority.pem')
  writeFileSync(authority, certificate.cert)
  const settings = { WEBHOOK_ALLOWED_RANGES: RANGE, NODE_EXTRA_CA_CERTS: authority }
  return { certificate, settings }
}

/** An endpoint that gets what the feed of a key has from now on. */
export async function addEndpoint(
  { prisma, pool }: Database,
  keyId: string,
  url: string,
  sealKey = deriveSecret('webhooks'),
): Promise<void> {
  const endpoint = { keyId, url, end: await readFeedEnd(pool, keyId) }
  const outbound = createOutbound({ webhookAllowedRanges: [RANGE] })
  await createEndpoint(operator(prisma, new Date()), endpoint, { outbound, sealKey })
}

/** The asset of a client, with another title for each change. */
export function changedAsset(number: number): Record<string, unknown> {
  return { type: 'asset', ref: 'a', title: `Title ${number}`, category: 'watches' }
}

interface Accepted {
  readonly id: string
  readonly clientId: string
  /** By the clock of this process. */
  readonly at: number
}

/** How the receivers of a trial are reached, and how they read what a webhook names. */
interface Reached {
  readonly certificate: { readonly key: string; readonly cert: string }
  readonly read: (clientId: string) => Promise<string>
}

/** A receiver of webhooks that can fail, and a mirror that is read again when a webhook names its client. */
export class WebhookReceiver {
  readonly name: string
  readonly accepted: Accepted[] = []
  /** The last answer of the gateway for each client. */
  readonly mirror = new Map<string, string>()
  /** Its answer to a request: a status, or nothing at all. */
  answer: () => number | null
  readonly #reached: Reached
  #reading: Promise<unknown> = Promise.resolve()
  #server: Server | undefined
  #port = 0

  constructor(name: string, answer: () => number | null, reached: Reached) {
    this.name = name
    this.answer = answer
    this.#reached = reached
  }

  get url(): string {
    return `https://127.0.0.1:${this.#port}/hooks`
  }

  /** Listens, each time on the same port. */
  async start(): Promise<void> {
    const server = createServer(this.#reached.certificate, async (request, response) => {
      const body = await text(request).catch(() => null)
      const status = body === null ? null : this.answer()
      if (body === null || status === null) return
      if (status < 300) this.#accept(JSON.parse(body))
      await sleep(STORE_MS)
      response.writeHead(status).end()
    })
    server.listen(this.#port, '127.0.0.1')
    await once(server, 'listening')
    const address = server.address()
    this.#port = typeof address === 'object' && address ? address.port : 0
    this.#server = server
  }

  /** Ends as a process that is killed: connections and requests are cut off. */
  async kill(): Promise<void> {
    const server = this.#server
    if (!server) return
    this.#server = undefined
    const closed = once(server, 'close')
    server.close()
    server.closeAllConnections()
    await closed
  }

  /** Waits until the mirror has what the accepted webhooks named. */
  settle(): Promise<unknown> {
    return this.#reading
  }

  // A receiver answers at once, and reads afterwards.
  #accept({ id, client_id: clientId }: { id: string; client_id: string }): void {
    this.accepted.push({ id, clientId, at: performance.now() })
    const read = async () => this.mirror.set(clientId, await this.#reached.read(clientId))
    this.#reading = this.#reading.then(read)
  }
}

/** The receivers of a trial, of which each keeps a mirror of what it is told. */
export function newReceivers(reached: Reached): readonly WebhookReceiver[] {
  let requests = 0
  const everySecond = () => (requests++ % 2 === 0 ? 500 : 204)
  const create = (name: string, answer: () => number | null) =>
    new WebhookReceiver(name, answer, reached)
  return [
    create('good', () => 204),
    create('fails each second time', everySecond),
    create('never answers', () => null),
    create('is killed', () => 204),
    create('is down', () => 204),
  ]
}
