import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { GatewayError } from '../errors.ts'

const MOST_MS = 60_000

/** What an invitation says, as `sendmail -t` takes a message. */
export function invitationMail({ name, email, link, expiresAt }: Invitation): string {
  return `To: ${email}
Subject: Your access to Orangery
Auto-Submitted: auto-generated
MIME-Version: 1.0
Content-Type: text/plain; charset=utf-8
Content-Transfer-Encoding: 8bit

Hello ${name},

with this link you set your password, and sign in with it from then on:

${link}

It works once, until ${expiresAt.toUTCString()}. A link that you had before no longer does.
Whoever opens it can set your password: keep it to yourself.
`
}

/** An invitation, and whom it is for. */
export interface Invitation {
  readonly name: string
  readonly email: string
  readonly link: string
  readonly expiresAt: Date
}

/** Gives a message to a command of the operator's on its standard input. Throws where it is not taken. */
export async function sendMail(
  command: string,
  message: string,
  most: number = MOST_MS,
): Promise<void> {
  // What it prints is not ours to show among our own lines; what it complains of is.
  const child = spawn(command, { shell: true, stdio: ['pipe', 'ignore', 'inherit'] })
  const late = setTimeout(() => child.kill('SIGKILL'), most)
  // A command that does not read to the end says by its exit whether that matters.
  child.stdin.on('error', () => {})
  child.stdin.end(message)
  const [code, signal] = await once(child, 'exit').finally(() => clearTimeout(late))
  if (code === 0) return
  const how = signal === null ? `with ${code}` : `by ${signal}`
  throw new GatewayError('service_unavailable', `The mail was not sent: MAIL_COMMAND ended ${how}.`)
}
