import { join } from 'node:path'
import { run } from './command.ts'
import type { Folder, FolderLock } from './folder-lock.ts'

// The server must not print a failed statement, which may contain a password.
const SETTINGS = ['log_min_error_statement=panic', 'password_encryption=scram-sha-256']

/**
 * Runs one-line statements on a data folder whose server does not run. Returns PostgreSQL's error output,
 * or `undefined` if all succeeded. `lock` is the lock of the folder, if other processes can already use it.
 */
export function runSingleUser(
  { dataDir, account }: Folder,
  bin: string,
  statements: readonly string[],
  lock: FolderLock | undefined,
): string | undefined {
  const options = SETTINGS.flatMap((setting) => ['-c', setting])
  const { failure, stderr } = run(
    join(bin, 'postgres'),
    ['--single', '-D', dataDir, ...options, 'postgres'],
    {
      account,
      input: statements.map((statement) => `${statement};\n`).join(''),
      inherited: lock?.descriptor,
    },
  )
  // The exit status is 0 even if a statement failed, so the output has to be searched.
  return failure ?? (/(ERROR|FATAL|PANIC):/.test(stderr) ? stderr.trim() : undefined)
}

// The second message: the server was killed, and its sessions have not yet ended.
const IN_USE = /"postmaster\.pid" already exists|pre-existing shared memory block/

/** Whether a server ended because another one uses the data folder. */
export function isFolderInUse(failure: string | undefined): boolean {
  return failure !== undefined && IN_USE.test(failure)
}
