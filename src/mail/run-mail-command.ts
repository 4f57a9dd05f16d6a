import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { GatewayError } from '../errors.ts'

export interface MailCommand {
  /** A shell command. It never contains a part of a mail. */
  readonly command: string
  /** After this time, the command and its child processes are ended. */
  readonly timeoutMs: number
  /** Where its standard error goes. The output may contain the address of the mail. */
  readonly errors: 'inherit' | 'ignore'
  readonly signal?: AbortSignal | undefined
}

/** Passes a formatted mail to the operator's command. Throws `service_unavailable` if it fails or takes too long. */
export async function runMailCommand(
  { command, timeoutMs, errors, signal: aborted }: MailCommand,
  input: string,
): Promise<void> {
  // stdio: its standard output would mix with that of this process, so it is ignored.
  // detached: the command gets its own process group, which can be ended as a whole.
  const child = spawn(command, { shell: true, detached: true, stdio: ['pipe', 'ignore', errors] })
  const end = () => endGroup(child.pid)
  const timeout = setTimeout(end, timeoutMs)
  aborted?.addEventListener('abort', end)
  if (aborted?.aborted) end()
  // A command may exit without reading all of its input; its exit code shows whether it succeeded.
  child.stdin.on('error', () => {})
  child.stdin.end(input)
  const [code, signal] = await once(child, 'exit').finally(() => {
    clearTimeout(timeout)
    aborted?.removeEventListener('abort', end)
  })
  if (code === 0) return
  const reason = signal === null ? `exited with code ${code}` : `was ended by ${signal}`
  throw new GatewayError('service_unavailable', `The mail was not sent: MAIL_COMMAND ${reason}.`)
}

function endGroup(pid: number | undefined): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // The group has just ended.
  }
}
