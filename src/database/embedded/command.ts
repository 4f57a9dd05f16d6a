import { spawnSync } from 'node:child_process'
import type { Account } from './account.ts'

/** Nothing of our own environment is the server's business: it holds secrets. */
export const serverEnvironment = { LC_ALL: 'C', TZ: 'UTC', PATH: '/usr/bin:/bin' }

/** How to run a command: as which account, and what it reads on its standard input. */
export interface CommandOptions {
  account?: Account | undefined
  input?: string
}

/**
 * Runs a command to its end. `failure` is what it said about going wrong, `undefined` where it
 * went well.
 */
export function run(command: string, args: string[], options: CommandOptions = {}) {
  const { status, error, stderr } = spawnSync(command, args, {
    ...options.account,
    cwd: '/',
    env: serverEnvironment,
    encoding: 'utf8',
    input: options.input ?? '',
  })
  const failure = error?.message ?? (stderr.trim() || `it ended with status ${status}`)
  return { failure: status === 0 ? undefined : failure, stderr: stderr ?? '' }
}
