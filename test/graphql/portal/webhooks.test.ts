import { Webhook } from 'standardwebhooks'
import { expect, test } from 'vitest'
import { NO_FIELD_LIMITS } from '../../../src/graphql/field-limits.ts'
import { operator } from '../../../src/modules/audit/audit.writes.ts'
import { revokeKey } from '../../../src/modules/keys/api-key-secret.writes.ts'
import { createOutbound } from '../../../src/outbound/reach.ts'
import { createId } from '../../../src/values/ids.ts'
import { keyWith } from '../../support/portfolio.ts'
import { testTable } from '../../support/test-table.ts'
import { codeOf, dataOf, newIdempotencyKey, portalGateway } from './fixtures.ts'
import { webhooksOf } from './subject.ts'

const NAMES: Readonly<Record<string, readonly string[]>> = {
  'receiver.example.com': ['1.1.1.1'],
  'internal.example.com': ['10.0.0.7'],
}
const outbound = { ...createOutbound({}), resolve: async (name: string) => NAMES[name] ?? [] }
const { gateway, prisma, fixtures: of } = portalGateway({ outbound, fieldLimits: NO_FIELD_LIMITS })
const HOST = 'https://receiver.example.com'

const once = () => `idempotencyKey: "${newIdempotencyKey()}"`
const create = (keyId: string, url: string) =>
  `mutation { createWebhookEndpoint(input: { keyId: "${keyId}", url: ${JSON.stringify(url)}, ${once()} }) {
     secret endpointId endpoint { url state createdBy attempts { totalCount } auditEvents { nodes { action } } } } }`
const newKeyOf = async () => (await keyWith(gateway.database, { firmId: of.firmId })).id
const ask = (text: string, variables = {}) =>
  gateway.graphql(text, { key: of.bearer.admin, variables })

test('an admin creates a webhook endpoint, whose secret is shown once and works', async () => {
  const keyId = await newKeyOf()
  const url = `${HOST}/hooks?token=abc`
  const document = create(keyId, url)
  const { createWebhookEndpoint: made } = await dataOf(gateway, of.bearer.admin, document)
  expect(made.endpoint).toEqual({
    ...{ url, state: 'active', createdBy: 'Mia Stone', attempts: { totalCount: 0 } },
    auditEvents: { nodes: [{ action: 'webhook.created' }] },
  })
  expect(() => new Webhook(made.secret)).not.toThrow()
  const { createWebhookEndpoint: again } = await dataOf(gateway, of.bearer.admin, document)
  expect(again).toEqual({ ...made, secret: null })
  const stored = await prisma.webhookEndpoint.findMany()
  expect(JSON.stringify(stored, (_, value) => String(value))).not.toContain(made.secret)
  expect(gateway.log.join('')).not.toContain(made.secret.slice(6))
  const events = await prisma.auditEvent.findMany({ where: { action: 'webhook.created' } })
  expect(events).toMatchObject([{ details: { key_id: keyId, host: 'receiver.example.com' } }])
  expect(JSON.stringify(events)).not.toContain('token=abc')
})

test('an admin has five for each key at most, also at the same time, and each address once', async () => {
  const keyId = await newKeyOf()
  const urls = Array.from({ length: 8 }, (_, i) => `${HOST}/${i}`)
  const replies = await Promise.all(urls.map((url) => ask(create(keyId, url))))
  const refused = replies.map(codeOf).filter((code) => code !== null)
  expect(refused).toEqual(Array(3).fill('state_conflict'))
  const other = await newKeyOf()
  await ask(create(other, `${HOST}/`))
  const again = await ask(create(other, 'https://RECEIVER.example.com:443'))
  expect(codeOf(again)).toBe('state_conflict')
})

test('an admin has fifty for all keys of the firm at most', async () => {
  const { endpointId } = await webhooksOf(gateway, await newKeyOf())
  const row = await prisma.webhookEndpoint.findUniqueOrThrow({ where: { id: endpointId } })
  const keys = await prisma.apiKey.findMany({ where: { firmId: of.firmId } })
  const keyId = { in: keys.map(({ id }) => id) }
  const has = await prisma.webhookEndpoint.count({ where: { keyId } })
  const filler = Array.from({ length: 49 - has }, () => ({ ...row, id: createId('endpoint') }))
  await prisma.webhookEndpoint.createMany({ data: filler })
  expect(codeOf(await ask(create(await newKeyOf(), `${HOST}/`)))).toBeNull()
  const reply = await ask(create(await newKeyOf(), `${HOST}/`))
  expect(codeOf(reply)).toBe('state_conflict')
  expect(reply.json.errors[0].message).toContain('at most 50 webhook endpoints together')
  await prisma.webhookEndpoint.deleteMany({ where: { id: { in: filler.map(({ id }) => id) } } })
})

testTable([
  ['http://receiver.example.com/', /https:\/\//],
  ['https://user:pass@receiver.example.com/', /no user name/],
  ['https://internal.example.com/', /internal\.example\.com does not/],
  ['x'.repeat(3_000), /2048 characters/],
])('an admin is told what is wrong with an address', async (url, message) => {
  const reply = await ask(create(of.keyId, url))
  expect(codeOf(reply)).toBe('invalid_parameter')
  expect(reply.json.errors[0].message).toMatch(message)
})

test('an admin creates, resumes, rolls and sends nothing for a revoked key; pauses and deletes', async () => {
  const keyId = await newKeyOf()
  const { endpointId, pausedEndpointId, attemptId } = await webhooksOf(gateway, keyId)
  await revokeKey(operator(prisma), { keyId })
  for (const refused of [
    create(keyId, 'https://1.1.1.1/').replace('mutation', ''),
    `{ rollWebhookSecret(input: { endpointId: "${endpointId}", ${once()} }) { endpointId } }`,
    `{ resumeWebhookEndpoint(endpointId: "${pausedEndpointId}") { id } }`,
    `{ sendWebhookTest(endpointId: "${endpointId}") { id } }`,
    `{ sendWebhookAgain(attemptId: "${attemptId}") { id } }`,
  ])
    expect(codeOf(await ask(`mutation ${refused}`)), refused).toBe('state_conflict')
  const rest = `pauseWebhookEndpoint(endpointId: "${endpointId}") { state } deleteWebhookEndpoint(endpointId: "${endpointId}")`
  expect(codeOf(await ask(`mutation { ${rest} }`))).toBeNull()
})

test('members see the hosts of endpoints and attempts, and no secret', async () => {
  const keyId = await newKeyOf()
  await webhooksOf(gateway, keyId)
  const document = `{ apiKey(id: "${keyId}") { webhookEndpoints { url state pausedBy
    attempts { totalCount nodes { type result status milliseconds } } } } }`
  const endpoints = async (key: string) =>
    (await dataOf(gateway, key, document)).apiKey.webhookEndpoints
  const url = 'https://1.1.1.1'
  const sent = { type: 'test', result: 'delivered', status: 204, milliseconds: 12 }
  const seen = [
    { url, state: 'active', pausedBy: null, attempts: { totalCount: 1, nodes: [sent] } },
    { url, state: 'paused', pausedBy: 'operator', attempts: { totalCount: 0, nodes: [] } },
  ]
  for (const key of [of.bearer.member, of.bearer.staff]) expect(await endpoints(key)).toEqual(seen)
  const paths = [{ url: `${url}/first` }, { url: `${url}/second` }]
  expect(await endpoints(of.bearer.admin)).toMatchObject(paths)
})
