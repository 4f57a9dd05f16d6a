import { beforeAll, expect, test } from 'vitest'
import { OPERATOR } from '../../src/modules/audit/audit.writes.ts'
import { createEndpoint } from '../../src/modules/webhooks/webhook.writes.ts'
import { createOutbound } from '../../src/outbound/create-outbound.ts'
import { testDatabase } from '../support/database.ts'
import { deriveSecret, SECRET } from '../support/gateway.ts'
import { keyWith } from '../support/portfolio.ts'
import { environmentOf } from './address.ts'
import { jsonOf, orangery } from './orangery.ts'

const database = testDatabase()
const { prisma } = database
const HERE = environmentOf(database, {
  AUTH_SECRET: SECRET,
  WEBHOOK_ALLOWED_RANGES: '127.0.0.1/32',
})
let keyId = ''
let endpointId = ''

beforeAll(async () => {
  keyId = (await keyWith(database)).id
  // Nobody listens on the port.
  const url = 'https://127.0.0.1:1/secret-path?token=abc'
  const outbound = createOutbound({ webhookAllowedRanges: [HERE.WEBHOOK_ALLOWED_RANGES] })
  const how = { outbound, sealKey: deriveSecret('webhooks') }
  const end = { generation: 'first', position: 0n }
  const made = await createEndpoint(prisma, OPERATOR, { keyId, url, end }, how, new Date())
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

test('webhook send says how the test ended', async () => {
  const { code, out } = await orangery(['webhook', 'send', endpointId], HERE)
  expect(code).toBe(0)
  expect(out).toMatch(/^connection {2}\d+ ms\n$/)
  const sent = jsonOf(await orangery(['webhook', 'send', endpointId, '--json'], HERE))
  expect(sent).toEqual({
    id: endpointId,
    result: 'connection',
    status: null,
    milliseconds: expect.any(Number),
  })
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
