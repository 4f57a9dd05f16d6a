import { expect, test } from 'vitest'
import { operator } from '../../../src/modules/audit/audit.writes.ts'
import { updateFirm } from '../../../src/modules/firms/firm.writes.ts'
import { addMember } from '../../../src/modules/firms/member.writes.ts'
import { testDatabase } from '../../support/database.ts'
import { CONFLICT, enterpriseFirm, INVALID, someone } from '../fixtures.ts'

const { prisma } = testDatabase()

function eventsOf(firmId: string) {
  return prisma.auditEvent.findMany({ where: { firmId }, orderBy: { id: 'asc' } })
}

test('addMember makes a user with their role, and its event, once for an email', async () => {
  for (const role of ['member', 'admin'] as const) {
    const firmId = await enterpriseFirm(prisma)
    const input = { ...someone(), ...(role === 'admin' && { role }), firmId }
    const user = await addMember(operator(prisma), input)
    expect(user).toMatchObject({ id: expect.stringMatching(/^user_/), firmId, role })
    const members = await prisma.member.findMany({ where: { firmId } })
    expect(members).toMatchObject([{ userId: user.id, role }])
    const event = { action: 'member.added', subject: user.id, details: { role } }
    expect((await eventsOf(firmId)).at(-1)).toMatchObject(event)
    const again = addMember(operator(prisma), { ...input, role: 'member' })
    await expect(again).rejects.toMatchObject(CONFLICT)
    expect(await eventsOf(firmId)).toHaveLength(2)
  }
})

test('updateFirm changes what is given, with one event for each change', async () => {
  const firmId = await enterpriseFirm(prisma)
  const change = { firmId, plan: 'enterprise', planState: 'past_due' } as const
  const answer = await updateFirm(operator(prisma), change)
  expect(answer).toMatchObject({ id: firmId, plan: 'enterprise', planState: 'past_due' })
  expect(await updateFirm(operator(prisma), change)).toEqual(answer)
  expect(await prisma.firm.findUnique({ where: { id: firmId } })).toMatchObject({
    planState: 'past_due',
  })
  const details = { plan_state: { before: 'active', after: 'past_due' } }
  expect(await eventsOf(firmId)).toMatchObject([
    { action: 'firm.created', details: { plan: 'enterprise', tier: 'standard' } },
    { action: 'firm.updated', details },
  ])
  const faster = { ...answer, tier: 'elevated' }
  expect(await updateFirm(operator(prisma), { firmId, tier: 'elevated' })).toEqual(faster)
  expect((await eventsOf(firmId)).at(-1)).toMatchObject({
    subject: firmId,
    details: { tier: { before: 'standard', after: 'elevated' } },
  })
  const renamed = { ...faster, name: 'Hale & Sons' }
  expect(await updateFirm(operator(prisma), { firmId, name: ' Hale  & Sons ' })).toEqual(renamed)
  const name = { before: 'Hale Estates', after: 'Hale & Sons' }
  expect((await eventsOf(firmId)).at(-1)).toMatchObject({ details: { name } })
  await expect(updateFirm(operator(prisma), { firmId, name: '' })).rejects.toMatchObject(INVALID)
})
