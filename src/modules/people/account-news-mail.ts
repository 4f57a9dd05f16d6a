import { z } from 'zod'
import { factLines } from '../../mail/fact-lines.ts'
import type { MailText } from '../../mail/texts/de.ts'
import { mailText } from '../../mail/words.ts'
import type { MailWriter } from '../mails/send-mails.ts'
import { wantsMail } from '../mails/topics.ts'
import { ACCOUNT_NEWS, type AccountNews } from './account-news.writes.ts'

const About = z.object({ news: z.enum(ACCOUNT_NEWS), agent: z.string(), at: z.string() })

const TEXTS: Readonly<Record<AccountNews, MailText>> = {
  new_browser: 'You signed in in a browser that was not used for this account before',
  password_set: 'The password of your account was set',
  second_factor_set: 'Two-step verification was turned on for your account',
  second_factor_removed: 'Two-step verification was turned off for your account',
  recovery_codes_made: 'New recovery codes were created for your account',
  passkey_added: 'A passkey was added to your account',
  passkey_removed: 'A passkey was removed from your account',
}

/** Writes the mail about a change of an account or a new browser, to its person. */
export const writeAccountNews: MailWriter = async ({ email, about }, { prisma, urlOf, words }) => {
  const { news, agent, at } = About.parse(about)
  const where = { email, OR: [{ lockedAt: null }, { accounts: { some: {} } }] }
  if ((await prisma.user.count({ where })) === 0) return null
  if (news === 'new_browser' && !(await wantsMail(prisma, email, 'new_browser'))) return null
  const { t, time } = words
  const text = mailText([
    t('Hello,'),
    `${t(TEXTS[news])}.`,
    factLines([
      [t('When'), time(new Date(at))],
      [t('Browser'), agent],
    ]),
    t(
      'If it was not you, set a new password by “Forgot password?” on the sign-in page, and then look at the sessions of your account:',
    ),
    urlOf('/account/security'),
  ])
  return { to: email, subject: t(TEXTS[news]), text }
}
