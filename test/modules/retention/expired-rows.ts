import { randomUUID } from 'node:crypto'
import type { PrismaClient } from '../../../src/generated/prisma/client.ts'
import { operator } from '../../../src/modules/audit/audit.writes.ts'
import { inviteMember } from '../../../src/modules/firms/member-invitation.writes.ts'
import { invitePerson } from '../../../src/modules/people/password.writes.ts'
import { createClient } from '../../../src/modules/people/person.writes.ts'
import { createId } from '../../../src/values/ids.ts'
import { enterpriseFirm, someone } from '../fixtures.ts'

export const NOW = new Date('2027-03-01T00:00:00.000Z')
export const DAY_MS = 86_400_000
export const daysAgo = (days: number) => new Date(NOW.getTime() - days * DAY_MS)

const inEach = (count: number) => ({
  ...{ sessions: count, verifications: count, invitations: count },
  ...{ member_invitations: count, idempotency_keys: count },
})
export const NONE = inEach(0)
export const EACH = inEach(1)

/** Writes rows that are past their retention, and counts them. */
export function expiredRows(prisma: PrismaClient) {
  /** One of each that ended, or was done, so many days ago. */
  async function leave(days: number) {
    const person = someone()
    const { id: userId } = await createClient(operator(prisma), person)
    const ended = { id: createId('session'), expiresAt: daysAgo(days) }
    const inUse = { userId, cookieToken: randomUUID(), activeAt: NOW }
    await prisma.session.create({ data: { ...ended, ...inUse } })
    await prisma.verification.create({ data: { ...ended, challenge: randomUUID(), value: userId } })
    await invitePerson(operator(prisma, daysAgo(days + 7)), person)
    const invited = { invitedBy: userId, role: 'member', mailed: true, ...someone() } as const
    const firmId = await enterpriseFirm(prisma)
    await inviteMember(operator(prisma, daysAgo(days + 7)), { ...invited, firmId })
    const key = { actor: userId, key: randomUUID(), at: daysAgo(days) }
    await prisma.idempotencyKey.create({ data: key })
  }

  async function left() {
    return {
      sessions: await prisma.session.count(),
      verifications: await prisma.verification.count(),
      invitations: await prisma.invitation.count(),
      member_invitations: await prisma.memberInvitation.count(),
      idempotency_keys: await prisma.idempotencyKey.count(),
    }
  }

  async function storeUsage(days: number, count: number) {
    const each = Array.from({ length: count }, (_, i) => `${days} ${i}`)
    const at = daysAgo(days)
    const counts = { hour: at, endpoint: 'GET /x', ok: 1, refused: 0, limited: 0, failed: 0 }
    await prisma.keyUsage.createMany({
      data: each.map((keyId) => ({ keyId, ...counts, lastAt: at })),
    })
    const read = { ...counts, scopes: 'registry', reads: 1, assets: 1 }
    await prisma.grantUsage.createMany({ data: each.map((grantId) => ({ grantId, ...read })) })
    const error = { at, endpoint: 'GET /x', status: 400, code: 'invalid_parameter', requestId: 'r' }
    await prisma.requestError.createMany({ data: each.map((keyId) => ({ keyId, ...error })) })
    const request = { method: 'GET', milliseconds: 1, bytes: 1, cost: 1, id: 'logged_1' }
    await prisma.keyRequest.createMany({
      data: each.map((keyId) => ({ keyId, ...error, ...request })),
    })
  }

  async function usageLeft() {
    const { keyUsage, grantUsage, requestError } = prisma
    return [await keyUsage.count(), await grantUsage.count(), await requestError.count()]
  }

  return { leave, left, storeUsage, usageLeft }
}
