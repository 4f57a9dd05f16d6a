import type { Transaction } from '../../database/change.ts'
import { addMail } from '../mails/mail.writes.ts'
import type { SignInAction } from './sign-in-kinds.ts'

/** The news for a person about their own account. */
export const ACCOUNT_NEWS = [
  'new_browser',
  'password_set',
  'second_factor_set',
  'second_factor_removed',
  'recovery_codes_made',
  'passkey_added',
  'passkey_removed',
] as const
export type AccountNews = (typeof ACCOUNT_NEWS)[number]

/** The news of each action that has one. */
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

interface News {
  readonly userId: string
  readonly news: AccountNews
  /** How the browser named itself. */
  readonly agent: string
}

/** Stores the mail with a piece of news. A person who has never signed in gets none: it is they who begin. */
export async function addAccountNews(
  tx: Transaction,
  { userId, news, agent }: News,
  now: Date,
): Promise<void> {
  const known = { action: { in: ['sign_in', 'second_step', 'passkey_sign_in'] }, outcome: 'ok' }
  if ((await tx.signInEvent.count({ where: { userId, ...known } })) === 0) return
  const { email } = await tx.user.findUniqueOrThrow({ where: { id: userId } })
  const about = { news, agent, at: now.toISOString() }
  await addMail(tx, { kind: 'account_news', email, firmId: null, about }, now)
}
