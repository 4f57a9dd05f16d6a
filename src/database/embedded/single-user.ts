import { join } from 'node:path'
import type { Account } from './account.ts'
import { run } from './command.ts'

// A statement that fails is not repeated in what the server says: it may hold a password.
const SETTINGS = ['log_min_error_statement=panic', 'password_encryption=scram-sha-256']

/**
 * Runs statements, each on a line of its own, on a data folder whose server does not run. Returns
 * what PostgreSQL said about going wrong, `undefined` where it went well.
 */
export function runSingleUser(
  dataDir: string,
  bin: string,
  account: Account | undefined,
  statements: readonly string[],
): string | undefined {
  const options = SETTINGS.flatMap((setting) => ['-c', setting])
  const { failure, stderr } = run(
    join(bin, 'postgres'),
    ['--single', '-D', dataDir, ...options, 'postgres'],
    { account, input: statements.map((statement) => `${statement};\n`).join('') },
  )
  // It ends well whatever its statements met: what it says has to be read.
  return failure ?? (/(ERROR|FATAL|PANIC):/.test(stderr) ? stderr.trim() : undefined)
}

/** Whether a server, or single-user mode, ended because another one has the data folder. */
export function isLockedOut(failure: string | undefined): boolean {
  return failure?.includes('"postmaster.pid" already exists') ?? false
}
