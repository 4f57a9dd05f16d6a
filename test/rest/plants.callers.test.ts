import { beforeAll, beforeEach, expect, test } from 'vitest'
import { OPERATOR } from '../../src/modules/audit/audit.writes.ts'
import { createToken, revokeToken } from '../../src/modules/tokens/token.writes.ts'
import { testGateway } from '../support/gateway.ts'
import { clientWith, keyWith, tokenOf } from '../support/portfolio.ts'
import { testTable } from '../support/test-table.ts'
import { JSON_TYPE, plantStore } from './plant-store.ts'

const gateway = testGateway()
const { prisma } = gateway.database
let owner = ''
let token = ''

beforeAll(async () => {
  owner = await clientWith(gateway.database, [])
})

beforeEach(async () => {
  token = await tokenOf(gateway.database, owner)
})

const calls = [
  ['GET', '/plants', undefined],
  ['POST', '/plants', '{"id":1,"name":"Fern"}'],
  ['DELETE', '/plants/1', undefined],
] as const

async function attempt(key: string | undefined, headers: Record<string, string> = {}) {
  const replies = []
  for (const [method, path, body] of calls) {
    const call = { method, headers: { ...JSON_TYPE, ...headers }, ...(body && { body }) }
    const outsider = plantStore(gateway, () => key ?? '')
    replies.push(await outsider.send(path, call))
  }
  expect(await prisma.plant.count()).toBe(0)
  return replies
}

testTable([
  ['an anonymous caller', async () => ''],
  ['an unknown token', async () => `${token.slice(0, -6)}000000`],
  ['a token of another form', async () => 'pat_1'],
  ['an API key', async () => (await keyWith(gateway.database)).secret],
  [
    'a revoked token',
    async () => {
      const { id, token: revoked } = await createToken(prisma, OPERATOR, { userId: owner })
      await revokeToken(prisma, OPERATOR, { tokenId: id })
      return revoked
    },
  ],
  [
    'an expired token',
    async () => {
      const made = await createToken(prisma, OPERATOR, { userId: owner })
      await prisma.accessToken.updateMany({
        where: { id: made.id },
        data: { expiresAt: new Date(Date.now() - 1000) },
      })
      return made.token
    },
  ],
])('a caller who is no person with the scope is rejected', async (_, keyOf) => {
  for (const reply of await attempt(await keyOf())) {
    expect(reply.status).toBe(401)
    expect(reply.headers.get('WWW-Authenticate')).toMatch(/^Bearer/)
  }
})

test('a caller as a token without the scope plants is rejected before the body is read', async () => {
  const key = await tokenOf(gateway.database, owner, ['portfolio:read'])
  for (const reply of await attempt(key)) {
    expect([reply.status, reply.json]).toEqual([
      403,
      { error: 403, message: expect.stringContaining('scope plants') },
    ])
    expect(reply.headers.get('X-RateLimit-Limit')).toBe('1000')
  }
  const broken = await plantStore(gateway, () => key).send('/plants', {
    method: 'POST',
    headers: JSON_TYPE,
    body: '{',
  })
  expect(broken.status).toBe(403)
})

test('a caller with another scheme is rejected', async () => {
  const basic = { Authorization: `Basic ${Buffer.from(`x:${token}`).toString('base64')}` }
  for (const reply of await attempt(undefined, basic)) expect(reply.status).toBe(401)
})

test('a caller leaves no plant and no token in the log', () => {
  expect(gateway.log.join('')).not.toMatch(/Fern|pat_\w{8}/)
})
