import { describe, expect, test } from 'vitest'
import {
  createServiceAccount,
  revokeServiceAccount,
  rollServiceAccount,
} from '../../../src/modules/service-accounts/service-account.writes.ts'
import { hostileIds } from '../../modules/fixtures.ts'
import { testGateway } from '../../support/gateway.ts'
import { serviceWith } from '../../support/service.ts'

const gateway = testGateway()
const { database } = gateway
const { prisma, pool } = database
const DAYS = '{ platformFigures(from: "2026-01-01", to: "2026-01-31") { nodes { day } } }'

const ask = (key: string) => gateway.graphql(DAYS, { key })
const eventsOf = (subject: string) =>
  prisma.auditEvent.findMany({ where: { subject }, orderBy: { at: 'asc' } })

describe('what operators do', () => {
  test('is recorded, with the first use of each secret', async () => {
    const { id, reference, secret } = await serviceWith(database, { scopes: ['figures:webhooks'] })
    await Promise.all([ask(secret), ask(secret), ask(secret)])
    const rolled = await rollServiceAccount(prisma, { serviceId: id, overlap: '24h' })
    await ask(rolled.secret)
    for (let time = 0; time < 2; time++) await revokeServiceAccount(prisma, id)
    const events = (await eventsOf(id)).map(({ actor, action, details }) => [
      actor,
      action,
      details,
    ])
    expect(events).toEqual([
      [
        'operator',
        'service.created',
        {
          name: 'Dashboards',
          reference,
          scopes: ['figures:webhooks'],
          allowed_ips: ['127.0.0.0/8', '::1/128'],
          expires_at: null,
        },
      ],
      [
        'product',
        'service.first_used',
        { reference, address: expect.stringMatching(/127\.0\.0\.1$/) },
      ],
      [
        'operator',
        'service.rolled',
        { overlap: '24h', reference: { before: reference, after: rolled.reference } },
      ],
      [
        'product',
        'service.first_used',
        { reference: rolled.reference, address: expect.any(String) },
      ],
      ['operator', 'service.revoked', {}],
    ])
  })

  test('a service account without scopes, addresses, a name or a future is rejected', async () => {
    const count = await prisma.serviceAccount.count()
    const good = { name: 'Wrong', scopes: ['figures:requests'], allowedIps: ['10.0.0.0/8'] }
    for (const wrong of [
      { scopes: [] },
      { scopes: ['figures:requests', 'registry'] },
      { allowedIps: [] },
      { allowedIps: ['10.0.0.0/8', '0.0.0.0/0'] },
      { allowedIps: ['::/0'] },
      { allowedIps: ['localhost'] },
      { expiresAt: new Date(0) },
      { name: ' ' },
    ]) {
      const created = createServiceAccount(prisma, { ...good, ...wrong })
      await expect(created, JSON.stringify(wrong)).rejects.toMatchObject({
        code: 'invalid_parameter',
      })
    }
    expect(await prisma.serviceAccount.count()).toBe(count)
    await serviceWith(database)
    for (const column of ['scopes', 'allowed_ips'])
      await expect(pool.query(`UPDATE service_accounts SET ${column} = '{}'`)).rejects.toThrow(
        'check constraint',
      )
  })

  test('an account that has ended is not rolled, and an unknown one not found', async () => {
    const { id } = await serviceWith(database)
    await revokeServiceAccount(prisma, id)
    const rolled = rollServiceAccount(prisma, { serviceId: id })
    await expect(rolled).rejects.toMatchObject({ code: 'state_conflict' })
    for (const unknown of hostileIds('service')) {
      const calls = [
        () => rollServiceAccount(prisma, { serviceId: unknown }),
        () => revokeServiceAccount(prisma, unknown),
      ]
      for (const call of calls)
        await expect(call()).rejects.toMatchObject({ code: 'record_not_found' })
    }
  })
})
