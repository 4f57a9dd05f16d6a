import { expect, test } from 'vitest'
import { OPERATOR, recordEvent } from '../../../src/modules/audit/audit.writes.ts'
import { testDatabase } from '../../support/database.ts'

const { prisma } = testDatabase()

test('a member that the action does not have is not stored, wherever it comes from', async () => {
  const row = { name: 'Ada', secret: 'sk_live_x', internal_notes: 'P0' }
  const details = { ...row, role: { before: null, after: 'admin', internal_notes: 'P0' } }
  await recordEvent(prisma, OPERATOR, { action: 'member.added', subject: 'm1', details })
  const event = await prisma.auditEvent.findFirst({ where: { subject: 'm1' } })
  expect(event?.details).toEqual({ name: 'Ada', role: { before: null, after: 'admin' } })
})
