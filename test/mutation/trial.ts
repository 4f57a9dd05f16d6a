import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { concernedTests } from './concerned-tests.ts'
import type { Mutant } from './draw.ts'

/** What the tests said of one mutant. */
export interface Verdict {
  readonly isKilled: boolean
  /** The test file that failed first, or why there is none. */
  readonly by: string
  readonly tests: number
}

// Neither is changed by a mutant. A copy would take longer than the tests.
const LINKED = ['node_modules', 'dist']
const LONGEST_OUTPUT = 200_000
const LEFT_OUT = new Set([...LINKED, '.git', '.orangery'])

/** A copy of a tree in which one file at a time is changed, and its tests are run. */
export class Trial {
  readonly #folder = mkdtempSync(join(tmpdir(), 'orangery-mutants-'))
  readonly #limitMs: number

  constructor(tree: string, limitMs: number) {
    this.#limitMs = limitMs
    // As root, the account of the database server has to pass through.
    chmodSync(this.#folder, 0o711)
    const isCopied = (path: string) => !LEFT_OUT.has(basename(path))
    cpSync(tree, this.#folder, {
      recursive: true,
      filter: (path) => path === tree || isCopied(path),
    })
    for (const name of LINKED)
      if (existsSync(join(tree, name))) symlinkSync(join(tree, name), join(this.#folder, name))
  }

  /** What these tests say of the tree as it is. */
  passUnchanged(tests: readonly string[]): Promise<Verdict> {
    return this.#run(tests)
  }

  async judge(mutant: Mutant): Promise<Verdict> {
    const { close, others } = concernedTests(this.#folder, mutant.file)
    const path = join(this.#folder, mutant.file)
    const source = readFileSync(path, 'utf8')
    const { start, end, replacement } = mutant
    writeFileSync(path, source.slice(0, start) + replacement + source.slice(end))
    try {
      const first = await this.#run(close)
      return first.isKilled ? first : await this.#run(others)
    } finally {
      writeFileSync(path, source)
    }
  }

  end(): void {
    rmSync(this.#folder, { recursive: true, force: true })
  }

  async #run(tests: readonly string[]): Promise<Verdict> {
    if (tests.length === 0) return { isKilled: false, by: 'no test concerns it', tests: 0 }
    const args = ['vitest', 'run', '--project', 'gateway', '--bail', '1', '--reporter', 'dot']
    const child = spawn('npx', [...args, ...tests], {
      cwd: this.#folder,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    const keep = (data: Buffer) => {
      output = (output + data).slice(-LONGEST_OUTPUT)
    }
    for (const stream of [child.stdout, child.stderr]) stream.on('data', keep)
    let isLate = false
    const timer = setTimeout(() => {
      isLate = true
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
    }, this.#limitMs)
    const [code] = await once(child, 'close')
    clearTimeout(timer)
    const [, failed] = /FAIL[^\n]*?(test\/\S+\.test\.ts)/.exec(output) ?? []
    const by = isLate ? 'the limit of time' : (failed ?? output.slice(-300))
    return { isKilled: code !== 0, by: code === 0 ? 'nothing' : by, tests: tests.length }
  }
}
