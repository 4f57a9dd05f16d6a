import { expect, test } from 'vitest'
import type { MailKind } from '../../../src/generated/prisma/client.ts'
import { claimMail, isDropped } from '../../../src/modules/mails/claim.writes.ts'
import { addMail } from '../../../src/modules/mails/mail.writes.ts'
import { readDueMails } from '../../../src/modules/mails/mail-job.ts'
import { testDatabase } from '../../support/database.ts'

const { prisma, serving } = testDatabase()
const START = new Date()
const now = () => START

test('an address gets 40 mails of all other kinds and 20 for the account in an hour, and no more', async () => {
  const email = 'ada.hale@example.com'
  const add = (kind: MailKind, times: number) =>
    prisma.$transaction(async (tx) => {
      for (let i = 0; i < times; i++)
        await addMail(tx, { kind, email, firmId: null, about: {} }, now())
    })
  await add('notice', 35)
  await add('webhook_paused', 8)
  await add('member_invitation', 3)
  await add('password_reset', 6)
  await add('invitation', 9)
  const claimed: Partial<Record<MailKind, number>> = {}
  const claimAll = async () => {
    for (;;) {
      const [due] = await readDueMails(serving.pool, now())
      if (!due) return
      const claim = await claimMail(serving.prisma, now(), due.id)
      if (claim !== null && claim !== 'later' && !isDropped(claim))
        claimed[claim.kind] = (claimed[claim.kind] ?? 0) + 1
    }
  }
  await Promise.all([claimAll(), claimAll()])
  const { password_reset, invitation, ...others } = claimed
  expect(Object.values(others).reduce((sum, count) => sum + count, 0)).toBe(40)
  expect([password_reset, invitation]).toEqual([6, 9])
})
