import { spawnSync } from 'node:child_process'
import type { Account } from './account.ts'

/** The environment of the server. The environment of this process contains secrets, so it is not passed on. */
export const serverEnvironment = { LC_ALL: 'C', TZ: 'UTC', PATH: '/usr/bin:/bin' }

/** The account to run a command as, its standard input, a descriptor that it inherits, and more environment. */
interface CommandOptions {
  account?: Account | undefined
  input?: string
  inherited?: number | undefined
  environment?: Record<string, string> | undefined
}

/** Runs a command and waits for it. `failure` is its error output; `undefined` if it succeeded. */
export function run(command: string, args: string[], options: CommandOptions = {}) {
  const { status, error, stderr } = spawnSync(command, args, {
    ...options.account,
    cwd: '/',
    env: { ...serverEnvironment, ...options.environment },
    encoding: 'utf8',
    input: options.input ?? '',
    stdio: ['pipe', 'pipe', 'pipe', options.inherited ?? 'ignore'],
  })
  // The error output comes first. If a command ends before it has read its input, `error` is only EPIPE.
  const failure = stderr?.trim() || error?.message || `exit status ${status}`
  return { failure: status === 0 ? undefined : failure, stderr: stderr ?? '' }
}

/** PostgreSQL's error output, or a clearer message with a remedy for a known problem. */
export function explain(failure: string): string {
  const [, id] = /could not look up effective user ID (\d{1,10})/.exec(failure) ?? []
  if (id === undefined) return failure
  const remedy =
    'Give the folder to a user that has one and run as that user (docker run --user node)'
  return `PostgreSQL needs an entry in /etc/passwd for the user id ${id}. ${remedy}, or set DATABASE_URL.`
}
