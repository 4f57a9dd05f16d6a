import { MailKind } from '../../generated/prisma/enums.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../values/durations.ts'

/**
 * The mails that share one limit of an address. Those for the account itself have their own, so that no other mail, which
 * strangers may cause, keeps a person from signing in.
 */
type MailShare = 'account' | 'other'

/** The most mails to one address in an hour, of all kinds and from all senders together: 60. */
export const SHARES: Readonly<Record<MailShare, number>> = { account: 20, other: 40 }

interface MailRule {
  readonly share: MailShare
  /** The maximum number of mails of the kind to one address in an hour and in a day, from all senders together. */
  readonly hour: number
  readonly day: number
  /** A mail is useful for this time after it was requested. */
  readonly usefulMs: number
}

/** The limits of an address. They are low for mails that strangers can cause. */
export const MAIL_RULES: Readonly<Record<MailKind, MailRule>> = {
  invitation: { share: 'account', hour: 10, day: 30, usefulMs: 7 * DAY_MS },
  member_invitation: { share: 'other', hour: 3, day: 10, usefulMs: 7 * DAY_MS },
  password_reset: { share: 'account', hour: 6, day: 24, usefulMs: HOUR_MS },
  webhook_paused: { share: 'other', hour: 10, day: 30, usefulMs: 7 * DAY_MS },
  deletion: { share: 'other', hour: 40, day: 200, usefulMs: 7 * DAY_MS },
  account_news: { share: 'other', hour: 10, day: 30, usefulMs: 2 * DAY_MS },
  key_notice: { share: 'other', hour: 20, day: 60, usefulMs: 7 * DAY_MS },
  link_reminder: { share: 'other', hour: 3, day: 5, usefulMs: DAY_MS },
  notice: { share: 'other', hour: 40, day: 200, usefulMs: 7 * DAY_MS },
}

export const KINDS_OF: Readonly<Record<MailShare, MailKind[]>> = {
  account: kindsOf('account'),
  other: kindsOf('other'),
}

function kindsOf(share: MailShare): MailKind[] {
  return Object.values(MailKind).filter((kind) => MAIL_RULES[kind].share === share)
}

export const SPANS = { hour: HOUR_MS, day: DAY_MS } as const

/**
 * The instants of the mails that count for the limit of a span. Later ones were written before the clock was set back.
 * One minute is allowed for those who have read the clock later, and stored their mail first.
 */
export function withinSpan(now: Date, spanMs: number) {
  return { gt: new Date(now.getTime() - spanMs), lte: new Date(now.getTime() + MINUTE_MS) }
}

/**
 * The wait after each of nine tries. The last try is about two days after the first. The last wait applies only if the
 * process ends during the last try: then one more follows.
 */
export const RETRY_DELAYS_MS = [1, 5, 15, 60, 180, 360, 720, 1440, 1440].map(
  (minutes) => minutes * MINUTE_MS,
)

/** The longest wait of a mail for its next try, or for room in the limits of its address. */
export const LONGEST_WAIT_MS = Math.max(SPANS.day, ...RETRY_DELAYS_MS)
