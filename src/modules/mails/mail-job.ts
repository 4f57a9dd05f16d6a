import type pg from 'pg'
import type { Logger } from 'pino'
import { type FairJob, fairJob } from '../jobs/fair-job.ts'
import { type Due, readDue } from '../jobs/fair-work.ts'
import { claimMail, isDueSql } from './claim.writes.ts'
import { type MailPost, sendClaimed } from './send-mails.ts'

/** The mails that are due. */
export function readDueMails(pool: pg.Pool, now: Date): Promise<Due[]> {
  const select = `SELECT id, firm_id, next_try_at AS since FROM mails WHERE ${isDueSql('$1::timestamptz')}`
  return readDue(pool, select, [now], 'mails')
}

/** Since when the oldest mail is due. */
export const OLDEST_MAIL = `SELECT min(next_try_at) FROM mails
 WHERE state = 'waiting' AND next_try_at <= now()`

interface MailJobOptions extends MailPost {
  readonly pool: pg.Pool
  readonly log: Logger
  /** A mail was sent, or was not. */
  readonly onEnd: () => void
}

/** The job that sends the stored mails. Firms that they are sent for take turns. */
export function mailJob({ pool, log, onEnd, ...post }: MailJobOptions): FairJob {
  return fairJob({
    name: 'mails',
    log,
    onEnd,
    due: [`SELECT 1 FROM mails WHERE ${isDueSql('now()')}`],
    oldest: OLDEST_MAIL,
    failure: 'waiting mails were not read',
    // Each running mail is one process of the mail command.
    most: 4,
    mostOfFirm: 2,
    list: (at) => readDueMails(pool, at),
    async work({ id }, signal, store) {
      const claim = await claimMail(post.prisma, await post.now(), id)
      if (claim === null) return 'later'
      // The address of a mail is never logged.
      const { kind, tries } = claim
      if (claim.isDropped) {
        log.warn({ mail: id, kind }, 'mail dropped: it was requested too long ago')
        return 'done'
      }
      const onFailure = (error: unknown) =>
        log.error({ err: error, mail: id, kind, tries }, 'mail not sent')
      const sent = await sendClaimed(post, claim, onFailure, { signal, store })
      if (sent === 'failed') log.error({ mail: id, kind }, 'mail given up')
      return sent === 'failed' || sent === 'waiting' ? 'failed' : 'done'
    },
  })
}
