import type { Mail } from '../../mail/format-mail.ts'
import type { MailWords } from '../../mail/translated-words.ts'
import type { RecoveredCredential } from '../../values/recovered-credentials.ts'

export interface Invited {
  readonly name: string
  readonly email: string
  /** The credentials that a new password by the link ends. */
  readonly ends: readonly RecoveredCredential[]
}

export interface Invitation extends Invited {
  readonly link: string
  readonly expiresAt: Date
}

export function invitationMail(invitation: Invitation, words: MailWords): Mail {
  return words.letter(invitation.email, 'Your access to Orangery', [
    words.t('use this link to set your password for Orangery:'),
    invitation.link,
    aboutLink(invitation, words),
  ])
}

export function passwordResetMail(invitation: Invitation, words: MailWords): Mail {
  const { t, letter } = words
  const ignored = t('If you did not ask for it, ignore this mail: your password stays as it is.')
  return letter(invitation.email, 'Your new password for Orangery', [
    t('you asked for a new password for Orangery. Use this link to set one:'),
    invitation.link,
    aboutLink(invitation, words, ignored),
  ])
}

/** A sentence about the things that the use of the link ends; null if it ends nothing. */
export function endedByLink(
  { ends }: Pick<Invited, 'ends'>,
  { t, list }: MailWords,
): string | null {
  if (ends.length === 0) return null
  const credentials: Readonly<Record<RecoveredCredential, string>> = {
    sessions: t('all sessions'),
    passkeys: t('passkeys'),
    access_tokens: t('access tokens'),
    second_factor: t('the authenticator app'),
  }
  const ended = list(ends.map((each) => credentials[each]))
  return t('Using it ends {credentials} of the account.', { credentials: ended })
}

function aboutLink(invitation: Invitation, words: MailWords, ignored?: string): string {
  const time = words.time(invitation.expiresAt)
  const rule = 'The link works once, until {time}. It replaces any earlier link.'
  const works = words.t(rule, { time })
  const notShared = words.t('Anyone who has the link can set your password. Do not share it.')
  const lines = [works, endedByLink(invitation, words), ignored, notShared]
  return lines.filter(Boolean).join('\n')
}
