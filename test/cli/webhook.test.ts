import { pino } from 'pino'
import { beforeAll, expect, test } from 'vitest'
import { databaseClock } from '../../src/database/clock.ts'
import { operator } from '../../src/modules/audit/audit.writes.ts'
import { readFeed, readFeedEnd } from '../../src/modules/changes/feed.reads.ts'
import { JobLoop } from '../../src/modules/jobs/job-loop.ts'
import { createEndpoint } from '../../src/modules/webhooks/webhook.writes.ts'
import { webhookJob } from '../../src/modules/webhooks/webhook-job.ts'
import { createOutbound } from '../../src/outbound/reach.ts'
import { testDatabase } from '../support/database.ts'
import { deriveSecret, SECRET } from '../support/gateway.ts'
import { keyWith } from '../support/portfolio.ts'
import { testReceiver } from '../support/receiver.ts'
import { environmentOf, jsonOf, orangery } from './orangery.ts'

const database = testDatabase()
const { prisma } = database
const HERE = environmentOf(database, {
  AUTH_SECRET: SECRET,
  WEBHOOK_ALLOWED_RANGES: '127.0.0.1/32',
})
const receiver = testReceiver()
let keyId = ''
let endpointId = ''

beforeAll(async () => {
  keyId = (await keyWith(database)).id
  // Nobody listens on the port.
  const url = 'https://127.0.0.1:1/secret-path?token=abc'
  const outbound = createOutbound({ webhookAllowedRanges: [HERE.WEBHOOK_ALLOWED_RANGES] })
  const how = { outbound, sealKey: deriveSecret('webhooks') }
  const end = { generation: 'first', position: 0n }
  const made = await createEndpoint(operator(prisma, new Date()), { keyId, url, end }, how)
  endpointId = made.id
})

test('webhook list has every endpoint, or those of a firm, without the path of the address', async () => {
  const { firmId } = await prisma.apiKey.findUniqueOrThrow({ where: { id: keyId } })
  for (const more of [[], ['--firm', firmId]]) {
    const { code, out } = await orangery(['webhook', 'list', ...more], HERE)
    expect([code, out]).toEqual([0, `${endpointId}  active  ${keyId}  127.0.0.1:1\n`])
  }
  const { data } = jsonOf(await orangery(['webhook', 'list', '--json'], HERE))
  const listed = { id: endpointId, key_id: keyId, host: '127.0.0.1:1', state: 'active', tries: 0 }
  expect(data).toMatchObject([listed])
  expect(JSON.stringify(data)).not.toContain('secret-path')
})

test('webhook send fails with the reason, and says whose settings were used without a gateway', async () => {
  const { code, out, err } = await orangery(['webhook', 'send', endpointId], HERE)
  expect([code, err]).toEqual([
    1,
    'error: The connection was refused or closed. No gateway took the test, so it was sent with the settings of this command.\n',
  ])
  expect(out).toMatch(/^connection {2}\d+ ms\n$/)
  const other = { ...HERE, AUTH_SECRET: SECRET.toUpperCase() }
  const unsigned = await orangery(['webhook', 'send', endpointId], other)
  expect([unsigned.code, unsigned.err]).toEqual([1, expect.stringContaining('AUTH_SECRET')])
  expect(await prisma.webhookAttempt.count({ where: { result: 'waiting' } })).toBe(0)
})

test('webhook send lets a gateway that runs send, with its own settings', async () => {
  const { pool } = database
  const log = pino({ level: 'silent' })
  const made = { keyId, url: receiver.url(), end: { generation: 'first', position: 0n } }
  const own = { outbound: receiver.outbound(), sealKey: deriveSecret('webhooks') }
  const { id } = await createEndpoint(operator(prisma, new Date()), made, own)
  const feed = { read: readFeed, readEnd: readFeedEnd }
  const parts = { ...own, feed, pool, prisma, log, now: databaseClock(pool), sendsMail: false }
  const jobs = (onEnd: () => void) => [webhookJob({ ...parts, onEnd })]
  const gateway = new JobLoop({ pool, log, jobs })
  gateway.start()
  const { DATABASE_URL } = HERE
  const sent = await orangery(['webhook', 'send', id], { DATABASE_URL })
  expect([sent.code, sent.out, sent.err]).toEqual([
    0,
    expect.stringMatching(/^delivered {2}204 {2}\d+ ms\n$/),
    '',
  ])
  receiver.answer = (_received, response) => response.writeHead(500).end()
  const failed = await orangery(['webhook', 'send', id, '--json'], { DATABASE_URL })
  const message = 'The receiver answered with 500, and not with 200 to 299.'
  const result = { id, result: 'rejected', status: 500, milliseconds: expect.any(Number) }
  expect([failed.code, jsonOf(failed)]).toEqual([
    1,
    { error: { code: 'service_unavailable', message }, ...result },
  ])
  await gateway.stop()
  await prisma.webhookEndpoint.delete({ where: { id } })
})

test('webhook pause pauses, and again does nothing', async () => {
  for (let time = 0; time < 2; time++) {
    const { code, out } = await orangery(['webhook', 'pause', endpointId], HERE)
    expect([code, out]).toEqual([0, `Webhook endpoint ${endpointId} is paused.\n`])
  }
  const { out } = await orangery(['webhook', 'list'], HERE)
  expect(out).toContain('paused by operator')
  expect(await prisma.auditEvent.count({ where: { action: 'webhook.paused' } })).toBe(1)
})
