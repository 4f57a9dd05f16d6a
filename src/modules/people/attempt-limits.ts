import { createHmac } from 'node:crypto'
import type { PrismaClient } from '../../generated/prisma/client.ts'
import { MINUTE_MS, SECOND_MS } from '../../values/durations.ts'

/**
 * The maximum number of wrong secrets for an account in each span, from one known device, or from all unknown devices
 * together. The counters are in the database: restarts and other processes give no further attempts.
 */
export const SPANS = {
  hour: { seconds: 3_600, max: 20 },
  day: { seconds: 86_400, max: 50 },
  month: { seconds: 30 * 86_400, max: 100 },
} as const

/**
 * The kind of secret that is tried. A browser that has signed in by password alone is not a known device for codes: a
 * person who knew the password before a second factor was set up could make any number of them.
 */
export type Secret = 'password' | 'code'

const PREFIX: Readonly<Record<Secret, string>> = { password: '', code: 'code\n' }

/** The keyed hash of a text about attempts at one kind of secret. */
export function hashAttempts(key: string, secret: Secret, text: string): string {
  return createHmac('sha256', key).update(`${PREFIX[secret]}${text}`).digest('base64url')
}

/** The subject that the attempts of all unknown devices at an account are counted for. */
export function unknownDevices(key: string, email: string, secret: Secret): string {
  return hashAttempts(key, secret, `account\n${email}`)
}

/** Until when no attempt for the subject runs, because of too many wrong secrets. Null: attempts run. */
export async function readBlock(prisma: PrismaClient, subject: string, now: Date) {
  // A later end was counted before the clock of the database was set back. The next attempt begins the span anew.
  const latestEnd = (seconds: number) => new Date(now.getTime() + seconds * SECOND_MS + MINUTE_MS)
  const OR = Object.entries(SPANS).map(([span, { seconds, max }]) => ({
    span,
    failures: { gte: max },
    endsAt: { gt: now, lte: latestEnd(seconds) },
  }))
  const where = { subject, OR }
  const last = await prisma.signInCounter.findFirst({ where, orderBy: { endsAt: 'desc' } })
  return last?.endsAt ?? null
}
