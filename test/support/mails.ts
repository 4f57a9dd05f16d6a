import { pino } from 'pino'
import { afterAll, beforeAll } from 'vitest'
import type { Database } from '../../src/database/client.ts'
import type { Mailer } from '../../src/mail/mailer.ts'
import { claimMail, isDropped } from '../../src/modules/mails/claim.writes.ts'
import { MailJob } from '../../src/modules/mails/mail-job.ts'
import { type MailPost, sendClaimed } from '../../src/modules/mails/send-mails.ts'
import { MAIL_WRITERS } from '../../src/modules/notices/mail-writers.ts'

function postOf(
  { prisma }: Pick<Database, 'prisma'>,
  mailer: Mailer,
  now = () => new Date(),
): MailPost {
  return { prisma, mailer, writers: MAIL_WRITERS, now: async () => now() }
}

/** Sends every mail that is due with these parts, one after the other. */
export async function sendDue(post: MailPost): Promise<void> {
  for (;;) {
    const claim = await claimMail(post.prisma, await post.now())
    if (claim === null) return
    if (claim !== 'later' && !isDropped(claim)) await sendClaimed(post, claim, () => {})
  }
}

/** Sends every mail that is due, one after the other. */
export function sendMails(
  database: Pick<Database, 'prisma'>,
  mailer: Mailer,
  now?: () => Date,
): Promise<void> {
  return sendDue(postOf(database, mailer, now))
}

/** Runs the job while the tests of a file run. */
export function runMailJob(database: Pick<Database, 'prisma'>, mailer: Mailer): void {
  const job = new MailJob({ ...postOf(database, mailer), log: pino({ level: 'silent' }) })
  beforeAll(() => job.start())
  afterAll(() => job.stop())
}
