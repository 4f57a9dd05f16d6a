import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { GatewayError } from '../errors.ts'
import { formatMail, type Mail } from './format-mail.ts'

/** How the operator's mail command is run. */
export interface MailCommand {
  /** A shell command. Nothing of a mail is part of it. */
  readonly command: string
  /** The command and what it started are ended after this time. */
  readonly timeoutMs: number
  /** Where its standard error goes. It may contain the address. */
  readonly errors: 'inherit' | 'ignore'
}

/**
 * Passes a mail to the operator's command on its standard input. Throws `service_unavailable` if the
 * command fails or takes too long.
 */
export async function runMailCommand(
  { command, timeoutMs, errors }: MailCommand,
  mail: Mail,
): Promise<void> {
  // Its standard output would mix with that of this process. A group of its own can be ended whole.
  const child = spawn(command, { shell: true, detached: true, stdio: ['pipe', 'ignore', errors] })
  const timeout = setTimeout(() => endGroup(child.pid), timeoutMs)
  // A command may exit without reading all of its input; its exit code shows whether it succeeded.
  child.stdin.on('error', () => {})
  child.stdin.end(formatMail(mail))
  const [code, signal] = await once(child, 'exit').finally(() => clearTimeout(timeout))
  if (code === 0) return
  const reason = signal === null ? `exited with code ${code}` : `was ended by ${signal}`
  throw new GatewayError('service_unavailable', `The mail was not sent: MAIL_COMMAND ${reason}.`)
}

function endGroup(pid: number | undefined): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // It has just ended.
  }
}
