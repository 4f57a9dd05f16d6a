import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { databaseProcesses, logSenders, signalAll } from './database-processes.ts'
import { endServer, startServer, waitUntil } from './server-process.ts'
import { dataDirOf, type NodePlan, patroniSettings } from './settings.ts'

/** One machine of the cluster: PostgreSQL, and the Patroni that starts it. */
export class DatabaseNode {
  readonly plan: NodePlan
  #patroni: ChildProcess | undefined
  #stopped: number[] = []

  constructor(plan: NodePlan) {
    this.plan = plan
    // JSON is YAML.
    writeFileSync(this.#configFile, JSON.stringify(patroniSettings(plan)), { mode: 0o644 })
  }

  get #configFile(): string {
    return join(this.plan.folder, `${this.plan.name}.yml`)
  }

  get #dataDir(): string {
    return dataDirOf(this.plan)
  }

  start(): void {
    if (this.isRunning) return
    const log = join(this.plan.folder, `${this.plan.name}.log`)
    this.#patroni = startServer('/usr/bin/patroni', [this.#configFile], log)
  }

  get isRunning(): boolean {
    return this.#patroni?.exitCode === null && this.#patroni.signalCode === null
  }

  /** Asks Patroni; the status of the answer, or 0 without one. */
  async ask(path: string): Promise<number> {
    const url = `http://127.0.0.1:${this.plan.restPort}${path}`
    const answer = await fetch(url, { signal: AbortSignal.timeout(1_000) }).catch(() => null)
    await answer?.arrayBuffer()
    return answer?.status ?? 0
  }

  /** Kills every process of PostgreSQL at once. */
  killDatabase(): void {
    signalAll(databaseProcesses(this.#dataDir), 'SIGKILL')
  }

  /** The loss of the machine: Patroni and PostgreSQL are killed. */
  async killAll(): Promise<void> {
    const ended = this.#patroni && this.isRunning ? once(this.#patroni, 'exit') : undefined
    signalAll(this.#allProcesses(), 'SIGKILL')
    await ended
  }

  /** Stops every process without ending it, as a frozen virtual machine would. */
  freeze(): void {
    this.#stopped = this.#allProcesses()
    signalAll(this.#stopped, 'SIGSTOP')
  }

  /** Stops the process that sends the log to the standby. */
  stopSending(): void {
    const senders = logSenders(this.#dataDir)
    if (senders.length === 0) throw new Error('no process sends the log to a standby')
    this.#stopped = senders
    signalAll(senders, 'SIGSTOP')
  }

  /** Lets the stopped processes go on. */
  thaw(): void {
    signalAll(this.#stopped, 'SIGCONT')
    this.#stopped = []
  }

  async stop(): Promise<void> {
    this.thaw()
    if (this.#patroni) await endServer(this.#patroni)
    signalAll(databaseProcesses(this.#dataDir), 'SIGKILL')
    await waitUntil(
      'the database has ended',
      async () => databaseProcesses(this.#dataDir).length === 0,
    )
  }

  #allProcesses(): number[] {
    const patroni = this.isRunning ? this.#patroni?.pid : undefined
    return [...(patroni === undefined ? [] : [patroni]), ...databaseProcesses(this.#dataDir)]
  }
}
