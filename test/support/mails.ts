import { pino } from 'pino'
import { afterAll, beforeAll } from 'vitest'
import type { Database } from '../../src/database/client.ts'
import type { Mailer } from '../../src/mail/mailer.ts'
import { MailJob } from '../../src/modules/mails/mail-job.ts'
import { type MailPost, sendWaitingMails } from '../../src/modules/mails/send-mails.ts'
import { MAIL_WRITERS } from '../../src/modules/notices/mail-writers.ts'

const log = pino({ level: 'silent' })

/** What a database's mails are sent with. */
function postOf(
  { prisma }: Pick<Database, 'prisma'>,
  mailer: Mailer,
  now = () => new Date(),
): MailPost {
  return { prisma, mailer, writers: MAIL_WRITERS, now: async () => now() }
}

/** Sends every mail that is due, as the job does. */
export function sendMails(
  database: Pick<Database, 'prisma'>,
  mailer: Mailer,
  now?: () => Date,
): Promise<void> {
  return sendWaitingMails(postOf(database, mailer, now), log)
}

/** Runs the job while the tests of a file run. */
export function runMailJob(database: Pick<Database, 'prisma'>, mailer: Mailer): void {
  const job = new MailJob({ ...postOf(database, mailer), log })
  beforeAll(() => job.start())
  afterAll(() => job.stop())
}
