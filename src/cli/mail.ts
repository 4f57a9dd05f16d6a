import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { GatewayError } from '../errors.ts'

const TIMEOUT_MS = 60_000

/** The message of an invitation, in the form that `sendmail -t` reads. */
export function invitationMail({ name, email, link, expiresAt }: Invitation): string {
  return `To: ${email}
Subject: Your access to Orangery
Auto-Submitted: auto-generated
MIME-Version: 1.0
Content-Type: text/plain; charset=utf-8
Content-Transfer-Encoding: 8bit

Hello ${name},

use this link to set your password for Orangery:

${link}

The link works once, until ${expiresAt.toUTCString()}. It replaces any earlier link.
Anyone who has the link can set your password. Do not share it.
`
}

/** An invitation and the user it is for. */
export interface Invitation {
  readonly name: string
  readonly email: string
  readonly link: string
  readonly expiresAt: Date
}

/** Passes a message to the operator's mail command on its standard input. Throws if it fails. */
export async function sendMail(
  command: string,
  message: string,
  timeoutMs: number = TIMEOUT_MS,
): Promise<void> {
  // Its standard output would mix with the command's own; its errors help the operator.
  const child = spawn(command, { shell: true, stdio: ['pipe', 'ignore', 'inherit'] })
  const timeout = setTimeout(() => child.kill('SIGKILL'), timeoutMs)
  // A command may exit without reading all of its input; its exit code shows whether it succeeded.
  child.stdin.on('error', () => {})
  child.stdin.end(message)
  const [code, signal] = await once(child, 'exit').finally(() => clearTimeout(timeout))
  if (code === 0) return
  const reason = signal === null ? `exited with code ${code}` : `was ended by ${signal}`
  throw new GatewayError('service_unavailable', `The mail was not sent: MAIL_COMMAND ${reason}.`)
}
