import type { Config } from '../config.ts'
import type { Mail } from './format-mail.ts'
import { type MailCommand, runMailCommand } from './run-mail-command.ts'

const TIMEOUT_MS = 60_000

/** Hands mails to the operator's mail command. */
export interface Mailer {
  /** Throws `service_unavailable` if the command does not take the mail within a minute, or is ended by the signal. */
  send(mail: Mail, signal?: AbortSignal): Promise<void>
  /** The public address of a path of the portal, for a link in a mail. */
  urlOf(path: string): string
}

/** The mailer of this configuration; null without `MAIL_COMMAND`. `errors`: where the command's error output goes. */
export function createMailer(
  { mailCommand, publicUrl }: Pick<Config, 'mailCommand' | 'publicUrl'>,
  errors: MailCommand['errors'] = 'ignore',
): Mailer | null {
  if (mailCommand === undefined || publicUrl === undefined) return null
  const command = { command: mailCommand, timeoutMs: TIMEOUT_MS, errors }
  return {
    urlOf: (path) => publicUrl + path,
    send: (mail, signal) => runMailCommand({ ...command, signal }, mail),
  }
}
