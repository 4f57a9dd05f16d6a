import type { MailKind } from '../../generated/prisma/client.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

interface MailRule {
  /** The maximum number of mails of the kind to one address in an hour and in a day, from all senders together. */
  readonly hour: number
  readonly day: number
  /** A mail is useful for this time after it was requested. */
  readonly usefulMs: number
}

/** The limits of an address. They are low for mails that strangers can cause. Each kind is counted separately. */
export const MAIL_RULES: Readonly<Record<MailKind, MailRule>> = {
  invitation: { hour: 10, day: 30, usefulMs: 7 * DAY_MS },
  member_invitation: { hour: 3, day: 10, usefulMs: 7 * DAY_MS },
  password_reset: { hour: 6, day: 24, usefulMs: HOUR_MS },
  webhook_paused: { hour: 10, day: 30, usefulMs: 7 * DAY_MS },
  deletion: { hour: 60, day: 200, usefulMs: 7 * DAY_MS },
  notice: { hour: 60, day: 200, usefulMs: 7 * DAY_MS },
}

/** The spans of the limits, in milliseconds. */
export const SPANS = { hour: HOUR_MS, day: DAY_MS } as const

/**
 * The wait after each of nine tries. The last try is about two days after the first. The last wait applies only if the
 * process ends during the last try: then one more follows.
 */
export const RETRY_DELAYS_MS = [1, 5, 15, 60, 180, 360, 720, 1440, 1440].map(
  (minutes) => minutes * MINUTE_MS,
)
