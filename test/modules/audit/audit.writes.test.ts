import { expect, test } from 'vitest'
import { OPERATOR, recordEvent } from '../../../src/modules/audit/audit.writes.ts'
import { testDatabase } from '../../support/database.ts'

const { prisma } = testDatabase()

function eventsOf(subject: string) {
  return prisma.auditEvent.findMany({ where: { subject } })
}

test('an event has its actor, action, subject and request', async () => {
  const actor = { kind: 'user', userId: 'user_staff', requestId: 'req-7' } as const
  const read = { actor, action: 'portfolio.read', subject: 'user_a', clientId: 'user_a' } as const
  await recordEvent(prisma, read)
  expect(await eventsOf('user_a')).toMatchObject([
    {
      id: expect.stringMatching(/^event_/),
      actor: 'user_staff',
      requestId: 'req-7',
      action: 'portfolio.read',
      clientId: 'user_a',
      firmId: null,
      details: {},
    },
  ])
})

test('a member that the action does not have is not stored, wherever it comes from', async () => {
  const row = { name: 'Ada', secret: 'sk_live_x', internal_notes: 'P0' }
  const details = { ...row, role: { before: null, after: 'admin', internal_notes: 'P0' } }
  await recordEvent(prisma, { actor: OPERATOR, action: 'member.added', subject: 'm1', details })
  const [event] = await eventsOf('m1')
  expect(event?.details).toEqual({ name: 'Ada', role: { before: null, after: 'admin' } })
})
