import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { vi } from 'vitest'
import { createSecret } from '../../src/access/secret.ts'
import type { ErrorCode } from '../../src/errors.ts'
import { operator } from '../../src/modules/audit/audit.writes.ts'
import { revokeGrant } from '../../src/modules/grants/grant-revocation.writes.ts'
import { revokeKey } from '../../src/modules/keys/api-key-secret.writes.ts'
import { createToken, revokeToken } from '../../src/modules/tokens/token.writes.ts'
import { sendRaw } from '../attack/server.ts'
import type { Call, Reply, TestGateway } from '../support/gateway.ts'
import { clientWith, keyWith, readerOf, registryIds, tokenOf } from '../support/portfolio.ts'
import { JSON_TYPE } from './plant-store.ts'

/** For an error code: a request that is answered with it. */
export type Answers = Readonly<Partial<Record<ErrorCode, () => Promise<Reply>>>>

const ENDED = { expiresAt: new Date('2026-01-01T00:00:00Z') }

/** Uses up what a key or a person may send in their window. */
export type Exhaust = (subject: string) => Promise<unknown>

/** A request for every error of area A. */
export async function portfolioErrors(gateway: TestGateway, exhaust: Exhaust): Promise<Answers> {
  const { database } = gateway
  const clientId = await clientWith(database, [
    { type: 'asset', ref: 'shown', title: 'Wrist watch', category: 'watches' },
    { type: 'asset', ref: 'hidden', title: 'Seascape', category: 'art' },
  ])
  const { shown = '', hidden = '' } = await registryIds(database, clientId)
  const filter = { type: 'category', categories: ['watches'] } as const
  const granted = (options: Parameters<typeof keyWith>[1] = {}) =>
    readerOf(database, clientId, { scopes: ['registry'], filter }, options)
  const { prisma } = database
  const { secret } = await granted()
  /** The answer to a key of its own, after something has happened to it. */
  const after = async (change: (key: Granted) => Promise<unknown>) => {
    const key = await granted()
    await change(key)
    return get(path, key.secret)
  }
  type Granted = Awaited<ReturnType<typeof granted>>
  const query = `?client_id=${clientId}`
  const path = `/api/v1/assets${query}`
  const get = (url: string, key = secret, headers = {}) => gateway.request(url, { key, headers })
  const version = (date: string) => get(path, secret, { 'X-Service-Version': date })
  const raw = (head: string) => exchangeRaw(gateway, `GET ${path} HTTP/1.1\r\nHost: x\r\n${head}`)
  return {
    missing_parameter: () => get('/api/v1/assets'),
    invalid_parameter: () => get(`${path}&page=0`),
    unknown_parameter: () => get(`${path}&update_since=2026-01-01`),
    missing_version: () => version(''),
    invalid_version: () => version('v1'),
    unsupported_version: () => version('2023-12-31'),
    missing_api_key: () => gateway.request(path),
    invalid_api_key: () => get(path, createSecret('production').secret),
    revoked_api_key: () => after(({ id: keyId }) => revokeKey(operator(prisma), { keyId })),
    expired_api_key: () =>
      after(({ id }) => prisma.apiKey.updateMany({ where: { id }, data: ENDED })),
    ip_not_allowed: async () => get(path, (await granted({ allowedIps: ['192.0.2.0/24'] })).secret),
    sandbox_only: () => get(path, secret, { 'X-Sandbox-Simulate': 'slow' }),
    no_active_grant: async () => get(path, (await keyWith(database)).secret),
    grant_revoked: () => after(({ grantId }) => revokeGrant(operator(prisma), { grantId })),
    grant_expired: () =>
      after(({ grantId: id }) => prisma.grant.updateMany({ where: { id }, data: ENDED })),
    insufficient_scope: () => get(`/api/v1/assets/${shown}/valuations${query}`),
    asset_not_in_grant: () => get(`/api/v1/assets/${hidden}${query}`),
    asset_not_found: () => get(`/api/v1/assets/ORY-WT-01ARZ3NDEKTSV4RRFFQ69G5FAV${query}`),
    record_not_found: () => get('/api/v1/connections/connection_01ARZ3NDEKTSV4RRFFQ69G5FAV'),
    route_not_found: () => get('/api/v1/asset'),
    method_not_allowed: () => gateway.request(path, { key: secret, method: 'DELETE' }),
    malformed_request: () => raw('Host: y\r\n\r\n'),
    request_timeout: () => raw('X-'),
    body_too_large: () =>
      raw(`Authorization: Bearer ${secret}\r\nContent-Length: 300000\r\nConnection: close\r\n\r\n`),
    headers_too_large: () => raw(`X: ${'x'.repeat(20_000)}\r\n\r\n`),
    rate_limit_exceeded: () => after(({ id }) => exhaust(id)),
    too_many_concurrent_requests: async () => {
      const key = await granted()
      return holding(gateway, `POST /graphql`, key.secret, () => get(path, key.secret))
    },
    internal_error: () => failing(gateway, new Error('out of order'), () => get(path)),
    service_unavailable: () => failing(gateway, refused(), () => get(path)),
  }
}

/** A request for every error of area B. */
export async function plantErrors(gateway: TestGateway, exhaust: Exhaust): Promise<Answers> {
  const { database } = gateway
  const { prisma } = database
  const userId = await clientWith(database, [])
  const token = await tokenOf(database, userId)
  const create = () => createToken(operator(prisma), { userId })
  const after = async (change: (id: string) => Promise<unknown>) => {
    const made = await create()
    await change(made.id)
    return list(made.secret)
  }
  const list = (key = token) => gateway.request('/plants', { key })
  const post = (body: string, call: Call = {}) =>
    gateway.request('/plants', { key: token, method: 'POST', headers: JSON_TYPE, body, ...call })
  const fern = '{"id":42,"name":"Maidenhair fern"}'
  return {
    invalid_parameter: () => gateway.request('/plants?limit=0', { key: token }),
    unknown_parameter: () => gateway.request('/plants?offset=1', { key: token }),
    invalid_body: () => post('{"id":42}'),
    plant_exists: async () => {
      await post(fern)
      return post(fern)
    },
    missing_access_token: () => gateway.request('/plants'),
    invalid_access_token: () => list('pat_1'),
    revoked_access_token: () => after((tokenId) => revokeToken(operator(prisma), { tokenId })),
    expired_access_token: () =>
      after((id) => prisma.accessToken.updateMany({ where: { id }, data: ENDED })),
    insufficient_scope: async () => list(await tokenOf(database, userId, ['portfolio:read'])),
    plant_not_found: () => gateway.request('/plants/43', { key: token, method: 'DELETE' }),
    route_not_found: () => gateway.request('/plants/42/leaves', { key: token }),
    method_not_allowed: () => gateway.request('/plants', { key: token, method: 'DELETE' }),
    rate_limit_exceeded: async () => {
      // All tokens of a person have one window.
      const otherId = await clientWith(database, [])
      await exhaust(otherId)
      return list(await tokenOf(database, otherId))
    },
    too_many_concurrent_requests: async () => {
      const made = await create()
      return holding(gateway, 'POST /plants', made.secret, () => list(made.secret))
    },
    internal_error: () => failing(gateway, new Error('out of order'), list),
    service_unavailable: () => failing(gateway, refused(), list),
  }
}

async function exchangeRaw(gateway: TestGateway, bytes: string): Promise<Reply> {
  const { status, headers, body } = await sendRaw(gateway.url(), bytes)
  return { status, headers: new Headers(headers), text: body, json: JSON.parse(body) }
}

async function failing(gateway: TestGateway, error: Error, ask: () => Promise<Reply>) {
  const query = vi
    .spyOn(gateway.serving.pool, 'query')
    .mockImplementation(() => Promise.reject(error))
  return ask().finally(() => query.mockRestore())
}

const refused = () => Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })

/** The answer while sixteen requests of the credential have not ended: their bodies do not come. */
async function holding(
  gateway: TestGateway,
  start: string,
  bearer: string,
  ask: () => Promise<Reply>,
): Promise<Reply> {
  const head = `${start} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${bearer}\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{`
  const { hostname, port } = new URL(gateway.url())
  const held = Array.from({ length: 16 }, () => connect(Number(port), hostname))
  for (const socket of held) socket.on('error', () => {}).write(head)
  let reply = await ask()
  // Until all of them have their slots, a request is served.
  for (let attempt = 0; reply.status !== 429 && attempt < 200; attempt++) {
    await sleep(50)
    reply = await ask()
  }
  for (const socket of held) socket.destroy()
  return reply
}
