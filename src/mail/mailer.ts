import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import type { Mail } from './format-mail.ts'
import { runMailCommand } from './run-mail-command.ts'

// Requests wait for it, and have ten seconds themselves.
const TIMEOUT_MS = 5_000
const MAX_RUNNING = 8

/** Sends mail while the gateway serves requests. */
export interface Mailer {
  /** Hands a mail to the operator's mail command. Returns whether the command took it; never throws. */
  send(mail: Mail): Promise<boolean>
  /** The public address of a path of the portal, for a link in a mail. */
  urlOf(path: string): string
}

/** The mailer of this configuration. Null without `MAIL_COMMAND`. */
export function createMailer(
  { mailCommand, publicUrl }: Pick<Config, 'mailCommand' | 'publicUrl'>,
  log: Logger,
): Mailer | null {
  if (mailCommand === undefined || publicUrl === undefined) return null
  const command = { command: mailCommand, timeoutMs: TIMEOUT_MS, errors: 'ignore' } as const
  let running = 0
  return {
    urlOf: (path) => publicUrl + path,
    async send(mail) {
      // Each is a process, so their number is limited.
      if (running >= MAX_RUNNING) {
        log.warn({ running }, 'mail not sent: too many at the same time')
        return false
      }
      running += 1
      try {
        await runMailCommand(command, mail)
        return true
      } catch (error) {
        log.error({ err: error }, 'mail not sent')
        return false
      } finally {
        running -= 1
      }
    },
  }
}
