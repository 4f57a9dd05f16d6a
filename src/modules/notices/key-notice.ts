import { z } from 'zod'
import { lifeStateAt, liveSql } from '../../access/liveness.ts'
import { isInstant, isOneOf, isText, type RowOf, rowReader } from '../../access/rows.ts'
import { change, type Transaction } from '../../database/change.ts'
import type { Database } from '../../database/client.ts'
import { readRows } from '../../database/statement.ts'
import { DIRECT, type Run } from '../jobs/timed-job.ts'
import { addMail } from '../mails/mail.writes.ts'
import { isAdmin, readAdmins, wantsMail } from '../mails/recipients.ts'
import type { MailWriter } from '../mails/send-mails.ts'

/** The news of a key for the admins of its firm. */
const KEY_NOTICES = ['expires_soon', 'unused'] as const

const EXPIRES_SOON_DAYS = 14
const UNUSED = `interval '90 days'`

const notice = {
  keyId: isText,
  firmId: isText,
  kind: isOneOf(KEY_NOTICES),
  // Distinguishes a notice from an earlier one of the same kind.
  dueAt: isInstant,
  // When it can be stored: not before the key, nor before 90 days after the last request.
  since: isInstant,
}
const readNotice = rowReader('key notices', notice)

type KeyNotice = RowOf<typeof notice>

// A key that is used again, and then is not, is due again at another instant. A sandbox key is for trials. Requests are
// counted by day, so the newest row tells when a key may be due, and its last instant whether it is.
const DUE = `
  WITH live AS (
    SELECT k.id, k.firm_id, k.expires_at, k.created_at FROM api_keys k
     WHERE k.environment = 'production' AND ${liveSql('k', '$1')}),
  due AS (
    SELECT id, firm_id, created_at, 'expires_soon' AS kind,
           expires_at - make_interval(days => ${EXPIRES_SOON_DAYS}) AS due_at
      FROM live WHERE expires_at IS NOT NULL
    UNION ALL
    SELECT l.id, l.firm_id, l.created_at, 'unused',
           greatest(l.created_at, (SELECT max(u.hour) FROM key_usage u WHERE u.key_id = l.id COLLATE "default")) + ${UNUSED}
      FROM live l)
  SELECT d.id AS "keyId", d.firm_id AS "firmId", d.kind, d.due_at AS "dueAt",
         greatest(d.due_at, d.created_at,
                  (SELECT max(u.last_at) FROM key_usage u WHERE d.kind = 'unused' AND u.key_id = d.id COLLATE "default"
                      AND u.hour > d.due_at - ${UNUSED} - interval '1 day') + ${UNUSED}) AS since
    FROM due d
   WHERE (d.id, d.kind) > ($3, $4) AND d.due_at <= $1 AND d.due_at > $1::timestamptz - interval '300 days'
     AND NOT EXISTS (SELECT 1 FROM key_usage u WHERE d.kind = 'unused' AND u.key_id = d.id COLLATE "default"
                        AND u.hour > $1 - ${UNUSED} - interval '1 day' AND u.last_at > $1 - ${UNUSED})
     AND NOT EXISTS (SELECT 1 FROM sent_key_notices s WHERE s.key_id = d.id AND s.kind = d.kind AND s.due_at = d.due_at)
   ORDER BY d.id, d.kind LIMIT $2`

const BATCH_SIZE = 200

/** Stores the mails of every notice about a key that is due and was not stored. */
export async function addDueKeyNotices(
  { pool, prisma }: Pick<Database, 'pool' | 'prisma'>,
  now: Date,
  run: Run = DIRECT,
): Promise<void> {
  let due: KeyNotice[] = []
  do {
    const { keyId = '', kind = '' } = due.at(-1) ?? {}
    const rows = await readRows(pool, DUE, [now, BATCH_SIZE, keyId, kind], 'key notices')
    due = rows.map(readNotice)
    for (const notice of due) {
      if (run.isOver()) return
      await run.item(notice.keyId, notice.since, () =>
        change(prisma, (tx) => addKeyNotice(tx, notice, now)),
      )
    }
  } while (due.length === BATCH_SIZE)
}

async function addKeyNotice(tx: Transaction, notice: KeyNotice, now: Date): Promise<void> {
  const { keyId, firmId, kind, dueAt } = notice
  const data = { keyId, kind, dueAt }
  if ((await tx.sentKeyNotice.createMany({ data, skipDuplicates: true })).count === 0) return
  for (const { email } of await readAdmins(tx, firmId))
    await addMail(tx, { kind: 'key_notice', email, firmId, about: { keyId, kind } }, now)
}

const About = z.object({ keyId: z.string(), kind: z.enum(KEY_NOTICES) })

const TEXTS = {
  expires_soon: {
    subject: 'An API key of your firm ends soon',
    says: 'an API key of your firm ends soon. From then on its requests are refused. Create a new key in time, and ask your clients for access with it.',
  },
  unused: {
    subject: 'An API key of your firm is not used',
    says: 'an API key of your firm has not been used for 90 days. If no program needs it, revoke it: nobody can then misuse it.',
  },
} as const

/** Writes the mail about a key to an admin of its firm. Null: the key has ended meanwhile, or the person is not an admin. */
export const writeKeyNotice: MailWriter = async ({ email, about }, context) => {
  const { prisma, urlOf, now, words } = context
  const { keyId, kind } = About.parse(about)
  const key = await prisma.apiKey.findUnique({ where: { id: keyId } })
  if (!key || lifeStateAt(key, now) !== 'active') return null
  if (!(await isAdmin(prisma, key.firmId, email))) return null
  if (!(await wantsMail(prisma, email, 'keys'))) return null
  const { subject, says } = TEXTS[kind]
  const { t, time } = words
  return words.letter(email, subject, [
    t(says),
    [
      [t('Key'), key.name],
      [t('Ends'), key.expiresAt ? time(key.expiresAt) : t('no end')],
    ],
    urlOf(`/firms/${key.firmId}/service-api/${keyId}`),
  ])
}
