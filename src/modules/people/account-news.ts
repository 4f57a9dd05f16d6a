import { z } from 'zod'
import type { Transaction } from '../../database/change.ts'
import type { MailText } from '../../mail/texts/de.ts'
import { addMail } from '../mails/mail.writes.ts'
import { REACHABLE, wantsMail } from '../mails/recipients.ts'
import type { MailWriter } from '../mails/send-mails.ts'
import type { SignInAction } from './sign-in-event.type.ts'

const TEXTS = {
  new_browser: 'You signed in in a browser that was not used for this account before',
  password_set: 'The password of your account was set',
  second_factor_set: 'Two-step verification was turned on for your account',
  second_factor_removed: 'Two-step verification was turned off for your account',
  recovery_codes_made: 'New recovery codes were created for your account',
  passkey_added: 'A passkey was added to your account',
  passkey_removed: 'A passkey was removed from your account',
} as const satisfies Record<string, MailText>

export type AccountNews = keyof typeof TEXTS

export const NEWS_OF: Partial<Readonly<Record<SignInAction, AccountNews>>> = {
  sign_in: 'new_browser',
  second_step: 'new_browser',
  passkey_sign_in: 'new_browser',
  password_change: 'password_set',
  invitation: 'password_set',
  second_factor_off: 'second_factor_removed',
  recovery_codes: 'recovery_codes_made',
  passkey_add: 'passkey_added',
  passkey_remove: 'passkey_removed',
}

const About = z.object({
  news: z.custom<AccountNews>((news) => typeof news === 'string' && Object.hasOwn(TEXTS, news)),
  agent: z.string(),
  at: z.string(),
})

type News = Omit<z.output<typeof About>, 'at'> & { readonly userId: string }

/** Stores the mail with a piece of news. A person who has never signed in gets none: it is they who begin. */
export async function addAccountNews(tx: Transaction, { userId, news, agent }: News, now: Date) {
  const known = { action: { in: ['sign_in', 'second_step', 'passkey_sign_in'] }, outcome: 'ok' }
  if ((await tx.signInEvent.count({ where: { userId, ...known } })) === 0) return
  const { email } = await tx.user.findUniqueOrThrow({ where: { id: userId } })
  const about = { news, agent, at: now.toISOString() }
  await addMail(tx, { kind: 'account_news', email, firmId: null, about }, now)
}

/** Writes the mail about a change of an account or a new browser, to its person. */
export const writeAccountNews: MailWriter = async ({ email, about }, { prisma, urlOf, words }) => {
  const { news, agent, at } = About.parse(about)
  if ((await prisma.user.count({ where: { email, ...REACHABLE } })) === 0) return null
  if (news === 'new_browser' && !(await wantsMail(prisma, email, 'new_browser'))) return null
  const { t, time } = words
  return words.letter(email, TEXTS[news], [
    `${t(TEXTS[news])}.`,
    [
      [t('When'), time(new Date(at))],
      [t('Browser'), agent],
    ],
    t(
      'If it was not you, set a new password by “Forgot password?” on the sign-in page, and then look at the sessions of your account:',
    ),
    urlOf('/account/security'),
  ])
}
