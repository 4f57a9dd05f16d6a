import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Webhook } from 'standardwebhooks'
import { beforeEach, describe, expect, test } from 'vitest'
import { assets } from '../rest/records.ts'
import { reportChanges } from '../support/feed.ts'
import { freePort } from '../support/free-port.ts'
import { testGateway } from '../support/gateway.ts'
import { clientWith, importRecords, readerOf } from '../support/portfolio.ts'
import { killTree } from '../support/process-tree.ts'
import { newMirrorFolder, SAMPLES, startReceiver } from './samples.ts'

const gateway = testGateway()
const { database, serving } = gateway
const WAIT = { timeout: 30_000 }
const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
const OTHER = `whsec_${Buffer.alloc(32, 8).toString('base64')}`
const BODY = '{"id":"change_1","type":"portfolio.changed"}'

interface Signing {
  readonly secrets?: readonly string[]
  readonly at?: Date
  readonly body?: string
}

/** Sends what the gateway would send, and returns the status of the answer. */
async function send(url: string, { secrets = [SECRET], at = new Date(), body = BODY }: Signing) {
  const headers = {
    'webhook-id': 'change_1',
    'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
    'webhook-signature': secrets
      .map((secret) => new Webhook(secret).sign('change_1', at, BODY))
      .join(' '),
  }
  return fetch(url, { method: 'POST', headers, body }).then(
    ({ status }) => status,
    () => 0,
  )
}

const minutes = (count: number) => new Date(Date.now() + count * 60_000)

describe.each(
  SAMPLES.map((sample) => [sample.name, sample] as const),
)('beside %s', (_name, sample) => {
  beforeEach((context) => {
    const reason = sample.missing()
    context.skip(reason !== undefined, reason)
  })

  test('the receiver checks each webhook, and applies what changed', async () => {
    const clientId = await clientWith(database, assets(3))
    const { secret: key } = await readerOf(database, clientId)
    await reportChanges(serving)
    const folder = newMirrorFolder()
    const port = await freePort()
    const url = `http://127.0.0.1:${port}/hooks`
    const running = startReceiver(sample, { url: gateway.url(), key, folder }, SECRET, port)
    try {
      const mirror = join(folder, `${clientId}.json`)
      const held = () =>
        existsSync(mirror) ? Object.keys(JSON.parse(readFileSync(mirror, 'utf8')).assets).length : 0
      await expect.poll(held, WAIT).toBe(3)
      await expect.poll(() => existsSync(join(folder, 'feed.json')), WAIT).toBe(true)
      await importRecords(database, clientId, assets(5))
      await reportChanges(serving)
      await expect.poll(() => send(url, { secrets: [OTHER] }), WAIT).toBe(401)
      expect(await send(url, { body: `${BODY} ` })).toBe(401)
      expect(await send(url, { at: minutes(-6) })).toBe(401)
      expect(await send(url, { at: minutes(6) })).toBe(401)
      expect(held()).toBe(3)
      expect(await send(url, { secrets: [OTHER, SECRET] })).toBe(204)
      await expect.poll(held, WAIT).toBe(5)
    } finally {
      if (running.pid !== undefined) killTree(running.pid)
    }
  })
})
