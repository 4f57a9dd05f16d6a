import { Webhook } from 'standardwebhooks'
import { beforeAll, describe, expect, test } from 'vitest'
import { NO_FIELD_LIMITS } from '../../../src/graphql/field-limits.ts'
import { OPERATOR } from '../../../src/modules/audit/audit.writes.ts'
import { createKey } from '../../../src/modules/keys/api-key.writes.ts'
import { revokeKey } from '../../../src/modules/keys/api-key-secret.writes.ts'
import { createOutbound } from '../../../src/outbound/create-outbound.ts'
import { createId } from '../../../src/values/ids.ts'
import { hostileIds } from '../../modules/fixtures.ts'
import { testGateway } from '../../support/gateway.ts'
import { keyWith } from '../../support/portfolio.ts'
import { codeOf, createFixtures, dataOf, type Fixtures, newIdempotencyKey } from './fixtures.ts'
import { webhooksOf } from './subject.ts'

const NAMES: Readonly<Record<string, readonly string[]>> = {
  'receiver.example.com': ['1.1.1.1'],
  'internal.example.com': ['10.0.0.7'],
}
const outbound = { ...createOutbound({}), resolve: async (name: string) => NAMES[name] ?? [] }
const gateway = testGateway({ outbound, fieldLimits: NO_FIELD_LIMITS })
const { database } = gateway
const { prisma } = database
let of: Fixtures

beforeAll(async () => {
  of = await createFixtures(database)
})

const create = (keyId: string, url: string, key = newIdempotencyKey()) =>
  `mutation { createWebhookEndpoint(input: { keyId: "${keyId}", url: ${JSON.stringify(url)}, idempotencyKey: "${key}" }) {
     secret endpointId endpoint { url state createdBy attempts { totalCount } auditEvents { nodes { action } } } } }`
const newKeyOf = async () => {
  const key = { firmId: of.firmId, name: 'Hooks', environment: 'production' } as const
  return (await createKey(prisma, OPERATOR, { ...key, scopes: ['registry'] })).id
}
const ask = (text: string) => gateway.graphql(text, { key: of.bearer.admin })

describe('an admin', () => {
  test('creates a webhook endpoint, whose secret is shown once and works', async () => {
    const document = create(await newKeyOf(), 'https://receiver.example.com/hooks?a=b')
    const { createWebhookEndpoint: made } = await dataOf(gateway, of.bearer.admin, document)
    expect(made.endpoint).toEqual({
      url: 'https://receiver.example.com/hooks?a=b',
      state: 'active',
      createdBy: 'Mia Stone',
      attempts: { totalCount: 0 },
      auditEvents: { nodes: [{ action: 'webhook.created' }] },
    })
    expect(() => new Webhook(made.secret)).not.toThrow()
    const { createWebhookEndpoint: again } = await dataOf(gateway, of.bearer.admin, document)
    expect(again).toEqual({ ...made, secret: null })
    const stored = await prisma.webhookEndpoint.findMany()
    expect(JSON.stringify(stored, (_, value) => String(value))).not.toContain(made.secret)
    expect(gateway.log.join('')).not.toContain(made.secret.slice(6))
  })

  test('rolls its secret: both sign for a day', async () => {
    const { endpointId } = await webhooksOf(gateway, await newKeyOf())
    const document = `mutation { rollWebhookSecret(input: { endpointId: "${endpointId}", idempotencyKey: "${newIdempotencyKey()}" }) {
      secret endpoint { previousSecretUntil } } }`
    const { rollWebhookSecret: rolled } = await dataOf(gateway, of.bearer.admin, document)
    const hours = (Date.parse(rolled.endpoint.previousSecretUntil) - Date.now()) / 3_600_000
    expect(hours).toBeGreaterThan(23)
    expect(hours).toBeLessThanOrEqual(24)
    expect(rolled.secret).toMatch(/^whsec_/)
    const { rollWebhookSecret: again } = await dataOf(gateway, of.bearer.admin, document)
    expect(again.secret).toBeNull()
  })

  test('has five for each key at most, also at the same time, and each address once', async () => {
    const keyId = await newKeyOf()
    const urls = Array.from({ length: 8 }, (_, i) => `https://receiver.example.com/${i}`)
    const replies = await Promise.all(urls.map((url) => ask(create(keyId, url))))
    expect(replies.map(codeOf).filter((code) => code === null)).toHaveLength(5)
    expect(replies.map(codeOf).filter((code) => code !== null)).toEqual(
      Array(3).fill('state_conflict'),
    )
    const other = await newKeyOf()
    await ask(create(other, 'https://receiver.example.com/'))
    expect(codeOf(await ask(create(other, 'https://RECEIVER.example.com:443')))).toBe(
      'state_conflict',
    )
  })

  test('has fifty for all keys of the firm at most', async () => {
    const { endpointId } = await webhooksOf(gateway, await newKeyOf())
    const row = await prisma.webhookEndpoint.findUniqueOrThrow({ where: { id: endpointId } })
    const keys = await prisma.apiKey.findMany({ where: { firmId: of.firmId } })
    const has = await prisma.webhookEndpoint.count({
      where: { keyId: { in: keys.map(({ id }) => id) } },
    })
    const filler = Array.from({ length: 49 - has }, () => ({ ...row, id: createId('endpoint') }))
    await prisma.webhookEndpoint.createMany({ data: filler })
    const [one, other] = [await newKeyOf(), await newKeyOf()]
    expect(codeOf(await ask(create(one, 'https://receiver.example.com/')))).toBeNull()
    const reply = await ask(create(other, 'https://receiver.example.com/'))
    expect(codeOf(reply)).toBe('state_conflict')
    expect(reply.json.errors[0].message).toContain('at most 50 webhook endpoints together')
    await prisma.webhookEndpoint.deleteMany({ where: { id: { in: filler.map(({ id }) => id) } } })
  })

  test('is told what is wrong with an address', async () => {
    for (const [url, message] of [
      ['http://receiver.example.com/', /https:\/\//],
      ['https://127.1/', /only public addresses/],
      ['https://user:pass@receiver.example.com/', /no user name/],
      ['https://internal.example.com/', /internal\.example\.com does not/],
      ['https://unknown.example.com/', /unknown\.example\.com does not/],
      ['https://receiver.example.com/\u0000', /ASCII/],
      ['x'.repeat(3_000), /2048 characters/],
    ] as const) {
      const reply = await ask(create(await newKeyOf(), url))
      expect(codeOf(reply), url).toBe('invalid_parameter')
      expect(reply.json.errors[0].message).toMatch(message)
    }
  })

  test('creates, resumes, rolls and sends nothing for a revoked key; pauses and deletes', async () => {
    const keyId = await newKeyOf()
    const { endpointId, pausedEndpointId, attemptId } = await webhooksOf(gateway, keyId)
    await revokeKey(prisma, OPERATOR, { keyId })
    const roll = `rollWebhookSecret(input: { endpointId: "${endpointId}", idempotencyKey: "${newIdempotencyKey()}" }) { endpointId }`
    for (const refused of [
      create(keyId, 'https://1.1.1.1/').replace('mutation', ''),
      `{ ${roll} }`,
      `{ resumeWebhookEndpoint(endpointId: "${pausedEndpointId}") { id } }`,
      `{ sendWebhookTest(endpointId: "${endpointId}") { id } }`,
      `{ sendWebhookAgain(attemptId: "${attemptId}") { id } }`,
    ])
      expect(codeOf(await ask(`mutation ${refused}`)), refused).toBe('state_conflict')
    const rest = `pauseWebhookEndpoint(endpointId: "${endpointId}") { state } deleteWebhookEndpoint(endpointId: "${endpointId}")`
    expect(codeOf(await ask(`mutation { ${rest} }`))).toBeNull()
  })

  test('gets the same error for every id that is not theirs', async () => {
    const firm = await keyWith(database)
    const { endpointId, attemptId } = await webhooksOf(gateway, firm.id)
    for (const id of [...hostileIds('endpoint'), endpointId]) {
      const variables = { id }
      const document = 'mutation ($id: ID!) { pauseWebhookEndpoint(endpointId: $id) { id } }'
      const { json } = await gateway.graphql(document, { key: of.bearer.admin, variables })
      expect(json.errors[0]).toMatchObject({
        message: 'There is no webhook endpoint with this id.',
        extensions: { code: 'record_not_found' },
      })
    }
    for (const id of [...hostileIds('attempt'), attemptId]) {
      const document = 'mutation ($id: ID!) { sendWebhookAgain(attemptId: $id) { id } }'
      const { json } = await gateway.graphql(document, { key: of.bearer.admin, variables: { id } })
      expect(json.errors[0].message).toBe('There is no webhook attempt with this id.')
    }
  })
})

test('members see the hosts of endpoints and attempts, and no secret', async () => {
  const keyId = await newKeyOf()
  await webhooksOf(gateway, keyId)
  const document = `{ apiKey(id: "${keyId}") { webhookEndpoints { url state pausedBy failingSince nextTryAt behindSince
    attempts { totalCount nodes { type result status milliseconds eventId } } } } }`
  const { apiKey } = await dataOf(gateway, of.bearer.member, document)
  expect(apiKey.webhookEndpoints).toMatchObject([
    {
      url: 'https://1.1.1.1',
      state: 'active',
      attempts: {
        totalCount: 1,
        nodes: [{ type: 'test', result: 'delivered', status: 204, milliseconds: 12 }],
      },
    },
    {
      url: 'https://1.1.1.1',
      state: 'paused',
      pausedBy: 'operator',
      attempts: { totalCount: 0 },
    },
  ])
  const addresses = async (key: string) => {
    const { apiKey } = await dataOf(
      gateway,
      key,
      `{ apiKey(id: "${keyId}") { webhookEndpoints { url } } }`,
    )
    return apiKey.webhookEndpoints.map(({ url }: { readonly url: string }) => url)
  }
  expect(await addresses(of.bearer.staff)).toEqual(['https://1.1.1.1', 'https://1.1.1.1'])
  expect(await addresses(of.bearer.admin)).toEqual([
    'https://1.1.1.1/first',
    'https://1.1.1.1/second',
  ])
})

test('the history has each action with the host of the address alone', async () => {
  const { keyId } = of
  await ask(create(keyId, 'https://receiver.example.com/path?token=abc'))
  const events = await prisma.auditEvent.findMany({
    where: { action: 'webhook.created', actor: of.adminId },
    orderBy: { id: 'desc' },
  })
  expect(events[0]).toMatchObject({
    firmId: of.firmId,
    details: { key_id: keyId, host: 'receiver.example.com' },
  })
  expect(JSON.stringify(events)).not.toContain('token=abc')
})
