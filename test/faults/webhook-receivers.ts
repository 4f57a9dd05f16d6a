import { setTimeout as sleep } from 'node:timers/promises'
import type { StartedGateway } from './installation.ts'
import { WebhookReceiver } from './webhook-receiver.ts'

/** The receivers of a trial, of which each keeps a mirror of what it is told. */
export function newReceivers(
  certificate: { readonly key: string; readonly cert: string },
  read: (clientId: string) => Promise<string>,
): readonly WebhookReceiver[] {
  let requests = 0
  const everySecond = () => (requests++ % 2 === 0 ? 500 : 204)
  const create = (name: string, answer: () => number | null) =>
    new WebhookReceiver(name, certificate, read, answer)
  return [
    create('good', () => 204),
    create('fails each second time', everySecond),
    create('never answers', () => null),
    create('is killed', () => 204),
    create('is down', () => 204),
  ]
}

/** The assets of a client as text. A gateway that is being killed is asked no more. */
export async function readList(
  gateways: () => readonly StartedGateway[],
  secret: string,
  clientId: string,
): Promise<string> {
  for (let turn = 0; ; turn++) {
    const { url } = gateways()[turn % gateways().length] ?? { url: '' }
    const headers = { Authorization: `Bearer ${secret}`, 'X-Service-Version': '2024-01-01' }
    const path = `/api/v1/assets?client_id=${clientId}`
    const answer = await fetch(url + path, { headers }).catch(() => undefined)
    const body = await answer?.text().catch(() => undefined)
    if (answer?.status === 200 && body !== undefined) return JSON.stringify(JSON.parse(body).data)
    if (turn > 600) throw new Error(`no answer: ${answer?.status} ${body}`)
    await sleep(100)
  }
}
