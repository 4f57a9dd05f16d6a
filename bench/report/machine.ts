import { execFileSync } from 'node:child_process'
import { cpus, release, totalmem, type } from 'node:os'
import { ROOT } from '../paths.ts'

/** The machine of a result. */
export function machine() {
  const [first] = cpus()
  return {
    processor: first?.model ?? 'unknown',
    cores: cpus().length,
    memory_bytes: totalmem(),
    system: `${type()} ${release()}`,
  }
}

/** The commit of the program files. */
export function commit(): string {
  try {
    const git = ['describe', '--always', '--dirty', '--abbrev=12']
    return execFileSync('git', git, { cwd: ROOT, encoding: 'utf8' }).trim()
  } catch {
    return 'unknown'
  }
}
