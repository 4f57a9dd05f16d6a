import { setTimeout as sleep } from 'node:timers/promises'
import { readFeedEnd } from '../../src/modules/changes/feed.reads.ts'
import { headersOf } from '../support/gateway.ts'
import { clientWith, grantWith, importRecords, keyWith } from '../support/portfolio.ts'
import { Installation, type StartedGateway } from './installation.ts'
import type { Run } from './scenario.ts'
import { createSlowFirm } from './slow-firm.ts'
import {
  addEndpoint,
  changedAsset,
  newAuthority,
  newReceivers,
  type WebhookReceiver,
} from './webhook-receiver.ts'

const PROCESSES = 3
const CLIENTS = 8
const SETTLE_MS = 120_000
const TOLD_MS = 30_000

/** A change of a portfolio, with when it was committed. */
interface Commit {
  readonly clientId: string
  readonly at: number
}

/** Starts everything: three gateways, five receivers of the feed of one key, and a firm with slow receivers. */
async function startAll(run: Run) {
  const installation = await Installation.create(run)
  const { database } = installation
  const { certificate, settings } = newAuthority(run)
  const key = await keyWith(database)
  const clients: string[] = []
  while (clients.length < CLIENTS) {
    const clientId = await clientWith(database, [changedAsset(0)])
    await grantWith(database, key.id, clientId)
    clients.push(clientId)
  }
  const gateways: StartedGateway[] = []
  while (gateways.length < PROCESSES) gateways.push(await installation.startGateway(settings))
  const read = (clientId: string) => readList(gateways, key.secret, clientId)
  const receivers = newReceivers({ certificate, read })
  for (const receiver of receivers) {
    await receiver.start()
    run.atEnd(() => receiver.kill())
    await addEndpoint(database, key.id, receiver.url)
  }
  const slow = await createSlowFirm(database, certificate)
  run.atEnd(slow.close)
  const started = { installation, database, settings, gateways, receivers }
  return { ...started, clients, key, slow, read }
}

/** Gateways that deliver the changes of portfolios to receivers, and what the receivers got. */
export class WebhookTrial {
  readonly #of: Awaited<ReturnType<typeof startAll>>
  readonly #commits: Commit[] = []

  private constructor(parts: Awaited<ReturnType<typeof startAll>>) {
    this.#of = parts
  }

  static async create(run: Run): Promise<WebhookTrial> {
    return new WebhookTrial(await startAll(run))
  }

  /** Changes portfolios, while receivers and gateways are killed. */
  async change(changes: number, gatewayKills: number, receiverKills: number): Promise<void> {
    const [, , , killed, down] = this.#of.receivers
    await down?.kill()
    const killing = this.#killReceiver(killed, receiverKills)
    const stopHurrying = this.#hurry()
    for (let number = 0; number < changes; number++) {
      const clientId = this.#of.clients[number % CLIENTS] ?? ''
      const records = [changedAsset(number + 1)]
      await importRecords(this.#of.database, this.#of.slow.clientId, records)
      await importRecords(this.#of.database, clientId, records)
      this.#commits.push({ clientId, at: performance.now() })
      // In the first half no gateway is killed, so that it measures how soon webhooks arrive. One that is killed keeps
      // its leases for a minute, so the measured webhooks arrive before the first kill.
      const half = Math.floor(changes / 2)
      if (number + 1 === half) await this.#untilTold()
      const every = Math.ceil(half / gatewayKills)
      if (number >= half && gatewayKills > 0 && number % every === 0)
        await this.#killGateway(Math.floor(number / every))
      await sleep(50)
    }
    await killing
    await down?.start()
    for (const receiver of this.#of.receivers) receiver.answer = () => 204
    await this.#untilDelivered()
    await stopHurrying()
  }

  async #untilTold(): Promise<void> {
    const until = performance.now() + TOLD_MS
    while (performance.now() < until && this.#commits.some((each) => !this.#told(each)))
      await sleep(20)
  }

  #told({ clientId, at }: Commit) {
    return this.good?.accepted.find((each) => each.clientId === clientId && each.at >= at)
  }

  async #killReceiver(receiver: WebhookReceiver | undefined, times: number): Promise<void> {
    for (let time = 0; time < times; time++) {
      await receiver?.kill()
      await sleep(10)
      await receiver?.start()
      await sleep(20)
    }
  }

  async #killGateway(number: number): Promise<void> {
    const index = number % PROCESSES
    await this.#of.gateways[index]?.process.stop('SIGKILL')
    this.#of.gateways[index] = await this.#of.installation.startGateway(this.#of.settings)
  }

  // The clock of the retries is that of the trial: an hour passes in a few tenths of a second.
  #hurry(): () => Promise<void> {
    let isOver = false
    const { pool } = this.#of.database
    const run = async () => {
      while (!isOver) {
        await pool.query(HURRY)
        await sleep(200)
      }
    }
    const done = run()
    return () => {
      isOver = true
      return done
    }
  }

  async #untilDelivered(): Promise<void> {
    const { pool, prisma } = this.#of.database
    const until = performance.now() + SETTLE_MS
    while (performance.now() < until) {
      const { position } = await readFeedEnd(pool, this.#of.key.id)
      const endpoints = await prisma.webhookEndpoint.findMany({ where: { keyId: this.#of.key.id } })
      const { rows } = await pool.query(UNREAD)
      if (rows.length === 0 && endpoints.every((each) => each.position === position)) return
      await sleep(100)
    }
  }

  /** Waits until the mirrors have what the webhooks named. */
  settle(): Promise<unknown> {
    return Promise.all(this.#of.receivers.map((receiver) => receiver.settle()))
  }

  /** How many mirrors there are. */
  get mirrors(): number {
    return this.#of.receivers.length * CLIENTS
  }

  /** The receiver that never fails. */
  get good(): WebhookReceiver | undefined {
    return this.#of.receivers[0]
  }

  /** Mirrors that are not as the gateway answers. */
  async differing(): Promise<string[]> {
    const differing: string[] = []
    for (const clientId of this.#of.clients) {
      const truth = await this.#of.read(clientId)
      for (const { name, mirror } of this.#of.receivers)
        if (mirror.get(clientId) !== truth) differing.push(`${name}: ${clientId}`)
    }
    return differing
  }

  /** Webhooks that came after a later one of their client. */
  outOfOrder(): string[] {
    return this.#of.receivers.flatMap(({ name, accepted }) => {
      const last = new Map<string, number>()
      return accepted.flatMap(({ id, clientId }) => {
        const position = Number(id.split('_').at(-1))
        const isLate = position < (last.get(clientId) ?? 0)
        last.set(clientId, Math.max(position, last.get(clientId) ?? 0))
        return isLate ? [`${name}: ${id}`] : []
      })
    })
  }

  /** Webhooks that the good receiver got again. */
  sentTwice(): string[] {
    const ids = (this.good?.accepted ?? []).map(({ id }) => id)
    return ids.filter((id, i) => ids.indexOf(id) < i)
  }

  /** Milliseconds from a commit to the good receiver, while no gateway is killed. */
  latencies(): number[] {
    const half = this.#commits.slice(0, this.#commits.length >> 1)
    return half.flatMap((commit) => {
      const told = this.#told(commit)
      return told ? [told.at - commit.at] : []
    })
  }
}

/** The assets of a client as text. A gateway that is being killed is asked no more. */
async function readList(
  gateways: readonly StartedGateway[],
  secret: string,
  clientId: string,
): Promise<string> {
  for (let turn = 0; ; turn++) {
    const { url } = gateways[turn % gateways.length] ?? { url: '' }
    const path = `/api/v1/assets?client_id=${clientId}`
    const answer = await fetch(url + path, { headers: headersOf(secret) }).catch(() => undefined)
    const body = await answer?.text().catch(() => undefined)
    if (answer?.status === 200 && body !== undefined) return JSON.stringify(JSON.parse(body).data)
    if (turn > 600) throw new Error(`no answer: ${answer?.status} ${body}`)
    await sleep(100)
  }
}

const HURRY = `UPDATE webhook_endpoints SET next_try_at = clock_timestamp(), tries = 0
  WHERE state = 'active' AND leased_until IS NULL AND next_try_at > clock_timestamp()`
const UNREAD = 'SELECT 1 FROM portfolios WHERE feed_version <> data_version'
