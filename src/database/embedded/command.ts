import { spawnSync } from 'node:child_process'
import type { Account } from './account.ts'

/** The environment of the server. Not that of this process, which contains secrets. */
export const serverEnvironment = { LC_ALL: 'C', TZ: 'UTC', PATH: '/usr/bin:/bin' }

/** The account to run a command as, and its standard input. */
export interface CommandOptions {
  account?: Account | undefined
  input?: string
}

/**
 * Runs a command and waits for it. `failure` is its error output; `undefined` if it succeeded.
 */
export function run(command: string, args: string[], options: CommandOptions = {}) {
  const { status, error, stderr } = spawnSync(command, args, {
    ...options.account,
    cwd: '/',
    env: serverEnvironment,
    encoding: 'utf8',
    input: options.input ?? '',
  })
  // What it printed comes first: to one that ends before it has read its input, the write fails (EPIPE).
  const failure = stderr?.trim() || error?.message || `exit status ${status}`
  return { failure: status === 0 ? undefined : failure, stderr: stderr ?? '' }
}
