import { createHmac, randomBytes } from 'node:crypto'
import type { Database } from '../../src/database/client.ts'
import { createId } from '../../src/values/ids.ts'
import { deriveSecret, SESSION_COOKIE } from './gateway.ts'

const HOUR_MS = 3_600_000

/** The cookie of a new session of the user, who gave their password at `checkedAt`: by default, now. */
export async function sessionOf(
  { prisma }: Database,
  userId: string,
  checkedAt: Date = new Date(),
): Promise<string> {
  const id = createId('session')
  // The session's id is in it, so that the gateway of tests can name the session as a page does.
  const cookieToken = `${id}-${randomBytes(24).toString('base64url')}`
  const expiresAt = new Date(Date.now() + HOUR_MS)
  await prisma.session.create({ data: { id, userId, cookieToken, expiresAt, checkedAt } })
  // Staff are let in with a second factor alone.
  const where = { id: userId, isStaff: true }
  await prisma.user.updateMany({ where, data: { twoFactorEnabled: true } })
  const key = deriveSecret('sign-in')
  const signature = createHmac('sha256', key).update(cookieToken).digest('base64')
  return SESSION_COOKIE + encodeURIComponent(`${cookieToken}.${signature}`)
}
