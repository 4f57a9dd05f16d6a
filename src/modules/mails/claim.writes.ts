import { change, type Transaction } from '../../database/change.ts'
import type { Mail, MailState, PrismaClient } from '../../generated/prisma/client.ts'
import { measured } from '../../measured.ts'
import {
  KINDS_OF,
  LONGEST_WAIT_MS,
  MAIL_RULES,
  RETRY_DELAYS_MS,
  SHARES,
  SPANS,
  withinSpan,
} from './mail-rules.ts'

/** A mail that one process has claimed: no other process sends it before its next try. */
export type ClaimedMail = Pick<Mail, 'id' | 'kind' | 'email' | 'about' | 'tries'>

// `isDropped`: it is not sent, because it was requested too long ago. Null: it is not due, another process sends it, or
// its address gets it later.
type Claim = (ClaimedMail & { readonly isDropped: boolean }) | null

/** Claims a mail. The next try is stored first, so that it is tried again if the process ends during the send. */
export async function claimMail(prisma: PrismaClient, now: Date, id: string): Promise<Claim> {
  const claim = await change(prisma, async (tx) =>
    (await lockDue(tx, now, id)) ? claimLocked(tx, id, now) : null,
  )
  if (claim?.isDropped) measured.emit('mail', 'dropped')
  return claim
}

async function claimLocked(tx: Transaction, id: string, now: Date): Promise<Claim> {
  const mail = await tx.mail.findUniqueOrThrow({ where: { id } })
  if (mail.createdAt.getTime() + MAIL_RULES[mail.kind].usefulMs <= now.getTime()) {
    await finish(tx, id, 'dropped')
    return { ...mail, isDropped: true }
  }
  const postponed = await limitedUntil(tx, mail, now)
  if (postponed !== null) {
    await tx.mail.updateMany({ where: { id }, data: { nextTryAt: postponed } })
    return null
  }
  const delay = RETRY_DELAYS_MS[mail.tries] ?? 0
  const nextTryAt = new Date(now.getTime() + delay)
  const tries = mail.tries + 1
  await tx.mail.updateMany({ where: { id }, data: { tries, triedAt: now, nextTryAt } })
  return { ...mail, tries, isDropped: false }
}

/**
 * The condition that a mail is due. `now` is an expression of type timestamptz. A mail of a later instant that no try
 * has put off was stored before the clock was set back, and does not wait for it, nor does one that would wait longer than
 * any mail does. One minute is allowed, as in `withinSpan`.
 */
export function isDueSql(now: string): string {
  return `state = 'waiting' AND (next_try_at <= ${now}
    OR (next_try_at > ${now} + interval '1 minute' AND next_try_at = created_at)
    OR next_try_at > ${now} + interval '1 minute ${LONGEST_WAIT_MS} milliseconds')`
}

const LOCK_DUE = `SELECT 1 FROM mails WHERE id = $1 AND ${isDueSql('$2::timestamptz')} FOR UPDATE SKIP LOCKED`

// No process waits for another.
async function lockDue(tx: Transaction, now: Date, id: string): Promise<boolean> {
  return (await tx.$queryRawUnsafe<object[]>(LOCK_DUE, id, now)).length > 0
}

// The instant from which the address may get another mail of this kind. Null: now.
async function limitedUntil(tx: Transaction, mail: Mail, now: Date): Promise<Date | null> {
  const { id, kind, email } = mail
  const { share, hour, day } = MAIL_RULES[kind]
  // Two mails to one address are counted one after the other. The lock ends with the transaction.
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`mail ${share} ${email}`}, 0))`
  const limits = [
    { kinds: [kind], most: day, spanMs: SPANS.day },
    { kinds: [kind], most: hour, spanMs: SPANS.hour },
    { kinds: KINDS_OF[share], most: SHARES[share], spanMs: SPANS.hour },
  ]
  for (const { kinds, most, spanMs } of limits) {
    const blocking = await tx.mail.findFirst({
      where: { email, kind: { in: kinds }, id: { not: id }, triedAt: withinSpan(now, spanMs) },
      orderBy: { triedAt: 'desc' },
      skip: most - 1,
      select: { triedAt: true },
    })
    if (blocking?.triedAt) return new Date(blocking.triedAt.getTime() + spanMs)
  }
  return null
}

/** Stores the outcome of a claimed mail. One that was not taken waits for its next try, or is given up. */
export async function finishMail(
  prisma: PrismaClient,
  { id, tries }: ClaimedMail,
  outcome: 'sent' | 'dropped' | 'not_taken',
  now: Date,
): Promise<MailState> {
  const isLast = tries >= RETRY_DELAYS_MS.length
  const state = outcome === 'not_taken' ? (isLast ? 'failed' : 'waiting') : outcome
  if (state !== 'waiting') await finish(prisma, id, state, now)
  return state
}

async function finish(
  db: PrismaClient | Transaction,
  id: string,
  state: Exclude<MailState, 'waiting'>,
  now?: Date,
): Promise<void> {
  const data = { state, nextTryAt: null, sentAt: state === 'sent' ? (now ?? null) : null }
  await db.mail.updateMany({ where: { id }, data })
}
