import type pg from 'pg'
import { advice, type Found, sound } from './finding.ts'

const REMEDY =
  'Run MAIL_COMMAND by hand with a mail, or ask the server of SMTP_URL, and look for “mail not sent” in the log of the gateway.'

/** Examines the results of the mails of the last seven days. */
export async function examineMail(pool: pg.Pool): Promise<Found> {
  const { rows } = await pool.query<{ sent: number; failed: number; late: number }>(`
    SELECT count(*) FILTER (WHERE state = 'sent')::int AS sent,
           count(*) FILTER (WHERE state = 'failed')::int AS failed,
           count(*) FILTER (WHERE state = 'waiting' AND tries > 1)::int AS late
      FROM mails WHERE created_at > now() - interval '7 days'`)
  const { sent = 0, failed = 0, late = 0 } = rows[0] ?? {}
  const found = `in seven days ${sent} sent, ${failed} given up; ${late} wait for another try`
  return failed + late === 0 ? sound(found) : advice(found, REMEDY)
}
