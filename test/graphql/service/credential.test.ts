import { describe, expect, test } from 'vitest'
import { SERVICE_SCOPES, type ServiceScope } from '../../../src/access/caller.ts'
import { findLive } from '../../../src/access/live-credentials.reads.ts'
import { createSecret, parseSecret } from '../../../src/access/secret.ts'
import {
  createServiceAccount,
  revokeServiceAccount,
  rollServiceAccount,
} from '../../../src/modules/service-accounts/service-account.writes.ts'
import { testGateway } from '../../support/gateway.ts'
import { serviceWith } from '../../support/service.ts'

const gateway = testGateway()
const { database } = gateway
const { prisma, pool } = database
const RANGE = 'from: "2026-01-01", to: "2026-01-31"'
const FIGURES = `platformFigures(${RANGE}) { nodes { day } }`
const HOUR_MS = 3_600_000

const ask = async (key: string, text = `{ ${FIGURES} }`) => {
  const reply = await gateway.graphql(text, { key })
  const code: string | undefined = reply.json.errors?.[0]?.extensions.code
  return { ...reply, code: code ?? 'served' }
}
const codeOf = async (key: string) => (await ask(key)).code
const eventsOf = (subject: string) =>
  prisma.auditEvent.findMany({ where: { subject }, orderBy: { at: 'asc' } })

describe('the secret of a service account', () => {
  test('is served until the account expires or is revoked, and at once not any more', async () => {
    const expiresAt = new Date(Date.now() + HOUR_MS)
    const { id, secret } = await serviceWith(database, { expiresAt })
    expect(await codeOf(secret)).toBe('served')
    await prisma.serviceAccount.updateMany({ where: { id }, data: { expiresAt: new Date(0) } })
    expect(await codeOf(secret)).toBe('expired_service_account')
    await revokeServiceAccount(prisma, id)
    const { status, code } = await ask(secret)
    expect([status, code]).toEqual([401, 'revoked_service_account'])
  })

  test('ends when the account is rolled, and within an overlap later', async () => {
    const { id, secret } = await serviceWith(database)
    const second = await rollServiceAccount(prisma, { serviceId: id, overlap: '1h' })
    expect([await codeOf(secret), await codeOf(second.secret)]).toEqual(['served', 'served'])
    const third = await rollServiceAccount(prisma, { serviceId: id })
    const codes = await Promise.all([secret, second.secret, third.secret].map(codeOf))
    expect(codes).toEqual(['expired_service_account', 'expired_service_account', 'served'])
  })

  test('is not served from another address, and that is not charged to the account', async () => {
    const { secret, id } = await serviceWith(database, { allowedIps: ['192.0.2.0/24'] })
    const { status, code, json, headers } = await ask(secret)
    expect([status, code]).toEqual([403, 'ip_not_allowed'])
    expect(json.errors[0].message).toContain('service account')
    expect(headers.get('X-RateLimit-Limit')).not.toBe('60')
    expect((await eventsOf(id)).map(({ action }) => action)).toEqual(['service.created'])
  })

  test('that no account has is not valid', async () => {
    const { status, code } = await ask(createSecret('service').secret)
    expect([status, code]).toEqual([401, 'invalid_service_account'])
  })

  test('is found live when many guesses come from its address', async () => {
    const live = await serviceWith(database)
    const revoked = await serviceWith(database)
    const rolled = await serviceWith(database)
    await revokeServiceAccount(prisma, revoked.id)
    await rollServiceAccount(prisma, { serviceId: rolled.id })
    const credentials = [live, revoked, rolled].map(({ secret }) => {
      const stored = parseSecret(secret)?.hash ?? new Uint8Array()
      const fingerprint = Buffer.from(stored).toString('hex')
      return { kind: 'service', stored, fingerprint } as const
    })
    expect([...(await findLive(pool, credentials))]).toEqual([credentials[0]?.fingerprint])
  })

  test('opens 60 requests in a minute, of which each root field is one', async () => {
    const { secret } = await serviceWith(database)
    const roots = Array.from({ length: 30 }, (_, i) => `f${i}: ${FIGURES}`).join(' ')
    const first = await ask(secret, `{ ${roots} }`)
    const second = await ask(secret, `{ ${roots} }`)
    const third = await ask(secret)
    expect([first.code, second.code]).toEqual(['served', 'served'])
    expect(second.headers.get('X-RateLimit-Limit')).toBe('60')
    expect([third.status, third.code]).toEqual([429, 'rate_limit_exceeded'])
  })
})

const FIELDS: Readonly<Record<string, ServiceScope>> = {
  served: 'figures:requests',
  errors: 'figures:requests',
  webhookAttempts: 'figures:webhooks',
  firms: 'figures:accounts',
  keys: 'figures:accounts',
  grants: 'figures:accounts',
}

test('a service account reads the fields of its scopes alone', async () => {
  await pool.query(`INSERT INTO platform_figures (day, figure, name, count)
    SELECT day, figure, 'x', 10 FROM unnest(ARRAY['served', 'errors', 'webhooks', 'firms', 'keys', 'grants']) figure,
           generate_series('2026-01-01'::timestamptz, '2026-01-03', '1 day') day ON CONFLICT DO NOTHING`)
  const fields = Object.keys(FIELDS).map(
    (field) => `${field}: platformFigures(${RANGE}) { nodes { shown: ${field} { name count } } }`,
  )
  for (const own of SERVICE_SCOPES) {
    const { secret } = await serviceWith(database, { scopes: [own] })
    const { json } = await ask(secret, `{ ${fields.join(' ')} }`)
    for (const [field, scope] of Object.entries(FIELDS)) {
      const shown = json.data[field]?.nodes[0].shown ?? null
      expect(shown, `${own} ${field}`).toEqual(scope === own ? [{ name: 'x', count: 10 }] : null)
    }
    for (const { path, message, extensions } of json.errors) {
      expect(extensions.code).toBe('insufficient_scope')
      expect(message).toContain(FIELDS[path[0]])
    }
  }
})

describe('what operators do', () => {
  test('is recorded, with the first use of each secret', async () => {
    const { id, reference, secret } = await serviceWith(database, { scopes: ['figures:webhooks'] })
    await Promise.all([ask(secret), ask(secret), ask(secret)])
    const rolled = await rollServiceAccount(prisma, { serviceId: id, overlap: '24h' })
    await ask(rolled.secret)
    for (let time = 0; time < 2; time++) await revokeServiceAccount(prisma, id)
    const events = await eventsOf(id)
    const given = { scopes: ['figures:webhooks'], allowed_ips: ['127.0.0.0/8', '::1/128'] }
    const made = { name: 'Dashboards', reference, ...given, expires_at: null }
    const address = expect.stringMatching(/127\.0\.0\.1$/)
    const change = { overlap: '24h', reference: { before: reference, after: rolled.reference } }
    expect(events.map(({ actor, action, details }) => [actor, action, details])).toEqual([
      ['operator', 'service.created', made],
      ['product', 'service.first_used', { reference, address }],
      ['operator', 'service.rolled', change],
      ['product', 'service.first_used', { reference: rolled.reference, address }],
      ['operator', 'service.revoked', {}],
    ])
  })

  test('a service account without scopes, addresses, a name or a future is rejected', async () => {
    const count = await prisma.serviceAccount.count()
    const good = { name: 'Wrong', scopes: ['figures:requests'], allowedIps: ['10.0.0.0/8'] }
    const refused = { code: 'invalid_parameter' }
    // test/cli/service.test.ts has what an operator can type.
    for (const wrong of [
      ...[{ scopes: [] }, { allowedIps: [] }, { allowedIps: ['10.0.0.0/8', '::/0'] }],
      { name: ' ' },
    ]) {
      const created = createServiceAccount(prisma, { ...good, ...wrong })
      await expect(created, JSON.stringify(wrong)).rejects.toMatchObject(refused)
    }
    expect(await prisma.serviceAccount.count()).toBe(count)
    await serviceWith(database)
    for (const column of ['scopes', 'allowed_ips'])
      await expect(pool.query(`UPDATE service_accounts SET ${column} = '{}'`)).rejects.toThrow(
        'check constraint',
      )
  })
})
