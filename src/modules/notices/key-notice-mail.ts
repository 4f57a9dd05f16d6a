import { z } from 'zod'
import { keyStateAt } from '../../access/liveness.ts'
import { factLines } from '../../mail/fact-lines.ts'
import { mailText } from '../../mail/words.ts'
import { readAdmins } from '../mails/recipients.ts'
import type { MailWriter } from '../mails/send-mails.ts'
import { wantsMail } from '../mails/topics.ts'
import { KEY_NOTICES } from './key-notice.reads.ts'

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

/** Writes the mail about a key to an admin of its firm, unless it ended meanwhile or the person is no longer an admin. */
export const writeKeyNotice: MailWriter = async ({ email, about }, context) => {
  const { prisma, urlOf, now, words } = context
  const { keyId, kind } = About.parse(about)
  const key = await prisma.apiKey.findUnique({ where: { id: keyId } })
  if (!key || keyStateAt(key, now) !== 'active') return null
  const admins = await readAdmins(prisma, key.firmId)
  if (!admins.some((admin) => admin.email === email)) return null
  if (!(await wantsMail(prisma, email, 'keys'))) return null
  const { subject, says } = TEXTS[kind]
  const { t, time } = words
  const text = mailText([
    t('Hello,'),
    t(says),
    factLines([
      [t('Key'), key.name],
      [t('Ends'), key.expiresAt ? time(key.expiresAt) : t('no end')],
    ]),
    urlOf(`/firms/${key.firmId}/service-api/${keyId}`),
  ])
  return { to: email, subject: t(subject), text }
}
