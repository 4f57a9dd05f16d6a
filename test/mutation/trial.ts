import { type ChildProcess, spawn } from 'node:child_process'
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

/** The verdict of the tests on one mutant. */
export interface Verdict {
  readonly isKilled: boolean
  /** The test file that failed first, or why there is none. */
  readonly by: string
  readonly tests: number
}

// Neither is changed by a mutant. A copy would take longer than the tests.
const LINKED = ['node_modules', 'dist']
const LEFT_OUT = new Set([...LINKED, '.git', '.orangery'])

/** A copy of a tree in which one file at a time is changed, and its tests are run. */
export class Trial {
  readonly #folder = mkdtempSync(join(tmpdir(), 'orangery-mutants-'))
  readonly #limitMs: number
  #runner: ChildProcess | undefined
  /** Files that were changed since the runner read them. */
  readonly #changed = new Set<string>()

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

  /** The verdict of these tests on the tree as it is. */
  passUnchanged(tests: readonly string[]): Promise<Verdict> {
    return this.#run(tests)
  }

  async judge(mutant: Mutant): Promise<Verdict> {
    const { close, others } = concernedTests(this.#folder, mutant.file)
    const source = readFileSync(join(this.#folder, mutant.file), 'utf8')
    const { start, end, replacement } = mutant
    this.#write(mutant.file, source.slice(0, start) + replacement + source.slice(end))
    try {
      const first = await this.#run(close)
      return first.isKilled ? first : await this.#run(others)
    } finally {
      this.#write(mutant.file, source)
    }
  }

  async end(): Promise<void> {
    if (this.#runner?.connected) {
      this.#runner.disconnect()
      await once(this.#runner, 'exit')
    }
    rmSync(this.#folder, { recursive: true, force: true })
  }

  #write(file: string, source: string): void {
    writeFileSync(join(this.#folder, file), source)
    this.#changed.add(file)
  }

  async #run(tests: readonly string[]): Promise<Verdict> {
    if (tests.length === 0) return { isKilled: false, by: 'no test concerns it', tests: 0 }
    const runner = this.#runner ?? (await this.#start())
    let isLate = false
    const timer = setTimeout(() => {
      isLate = true
      if (runner.pid !== undefined) process.kill(-runner.pid, 'SIGKILL')
    }, this.#limitMs)
    runner.send({ changed: [...this.#changed], tests })
    const failed = await this.#answerOf(runner)
    clearTimeout(timer)
    this.#changed.clear()
    if (isLate) this.#runner = undefined
    else if (failed === undefined) throw new Error('The process that runs the tests has ended.')
    const by = isLate ? 'the limit of time' : (failed ?? 'nothing')
    return { isKilled: isLate || failed !== null, by, tests: tests.length }
  }

  async #start(): Promise<ChildProcess> {
    const runner = spawn('node', ['test/mutation/runner.js', this.#folder], {
      detached: true,
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    if ((await this.#answerOf(runner)) === undefined) throw new Error('Vitest does not start.')
    this.#runner = runner
    return runner
  }

  /** The test file that failed, null if none did, or undefined if the process has ended. */
  async #answerOf(runner: ChildProcess): Promise<string | null | undefined> {
    const answered = new AbortController()
    const { signal } = answered
    const events = ['message', 'exit'].map((name) => once(runner, name, { signal }))
    const [answer] = await Promise.race(events)
    answered.abort()
    return typeof answer === 'object' ? answer?.failed : undefined
  }
}
