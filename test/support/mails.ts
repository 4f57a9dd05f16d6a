import type pg from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll } from 'vitest'
import type { Database } from '../../src/database/client.ts'
import type { Mail } from '../../src/mail/format-mail.ts'
import type { Mailer } from '../../src/mail/mailer.ts'
import { JobLoop } from '../../src/modules/jobs/job-loop.ts'
import { claimMail } from '../../src/modules/mails/claim.writes.ts'
import { mailJob, readDueMails } from '../../src/modules/mails/mail-job.ts'
import { type MailPost, sendClaimed } from '../../src/modules/mails/send-mails.ts'
import { MAIL_WRITERS } from '../../src/modules/notices/mail-writers.ts'
import { deriveSecret } from './gateway.ts'

/** A mailer that keeps the mails that it is given, also those that it fails to send. */
export function keptMails() {
  const mails: Mail[] = []
  const mailer: Mailer = {
    urlOf: (path) => `https://gateway.example.com${path}`,
    async send(mail) {
      mails.push(mail)
      if (box.fails) throw new Error('the mail was not taken')
    },
  }
  const box = { mails, mailer, fails: false }
  return box
}

function postOf(
  { prisma }: Pick<Database, 'prisma'>,
  mailer: Mailer,
  now = () => new Date(),
): MailPost {
  const linkKey = deriveSecret('connection-links')
  return { prisma, mailer, writers: MAIL_WRITERS, linkKey, now: async () => now() }
}

/** Sends every mail that is due with these parts, one after the other. */
export async function sendDue(pool: pg.Pool, post: MailPost): Promise<void> {
  for (;;) {
    const [due] = await readDueMails(pool, await post.now())
    if (!due) return
    const claim = await claimMail(post.prisma, await post.now(), due.id)
    if (claim && !claim.isDropped) await sendClaimed(post, claim, () => {})
  }
}

/** Sends every mail that is due, one after the other. */
export function sendMails(
  database: Pick<Database, 'pool' | 'prisma'>,
  mailer: Mailer,
  now?: () => Date,
): Promise<void> {
  return sendDue(database.pool, postOf(database, mailer, now))
}

/** Runs the job while the tests of a file run. */
export function runMailJob(database: Pick<Database, 'pool' | 'prisma'>, mailer: Mailer): void {
  const common = { pool: database.pool, log: pino({ level: 'silent' }) }
  const jobs = (onEnd: () => void) => [mailJob({ ...postOf(database, mailer), ...common, onEnd })]
  const loop = new JobLoop({ ...common, jobs })
  beforeAll(() => loop.start())
  afterAll(() => loop.stop())
}
