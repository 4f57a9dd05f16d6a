import type { Config } from '../config.ts'
import type { Language } from '../values/languages.ts'
import { formatMail, type Mail, type MailTry } from './format-mail.ts'
import { type MailCommand, runMailCommand } from './run-mail-command.ts'
import { sendBySmtp } from './send-by-smtp.ts'

const COMMAND_TIMEOUT_MS = 60_000
// Less than the shortest wait for another try: two tries of one mail never run at the same time.
const SMTP_TIMEOUT_MS = 45_000

type MailSettings = Pick<Config, 'mailCommand' | 'smtp' | 'publicUrl'>

interface StoredMail {
  readonly id: string
  readonly tries: number
  readonly language: Language
}

export interface Mailer {
  /** Throws `service_unavailable` if the mail is not taken within a minute, or before the signal. */
  send(mail: Mail, stored: StoredMail, signal?: AbortSignal): Promise<void>
  /** The public address of a path of the portal, for a link in a mail. */
  urlOf(path: string): string
}

/** The mailer; null without `MAIL_COMMAND` and `SMTP_URL`. `errors`: where the error output of the command goes. */
export function createMailer(
  { mailCommand, smtp, publicUrl }: MailSettings,
  errors: MailCommand['errors'] = 'ignore',
): Mailer | null {
  if (publicUrl === undefined) return null
  const { hostname } = new URL(publicUrl)
  const urlOf = (path: string) => publicUrl + path
  const tryOf = ({ id, tries, language }: StoredMail): MailTry => ({
    messageId: `${id}@${hostname.replaceAll(/[[\]:]/g, '-')}`,
    attempt: tries,
    language,
  })
  if (mailCommand !== undefined) {
    const command = { command: mailCommand, timeoutMs: COMMAND_TIMEOUT_MS, errors }
    return {
      urlOf,
      send: (mail, stored, signal) =>
        runMailCommand({ ...command, signal }, formatMail(mail, tryOf(stored))),
    }
  }
  if (smtp === undefined) return null
  return {
    urlOf,
    send: (mail, stored, signal) => {
      const origin = { from: smtp.from, at: new Date() }
      const raw = formatMail(mail, { ...tryOf(stored), origin })
      const timeout = AbortSignal.timeout(SMTP_TIMEOUT_MS)
      return sendBySmtp(smtp, mail.to, raw, signal ? AbortSignal.any([signal, timeout]) : timeout)
    },
  }
}
