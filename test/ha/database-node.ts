import { type ChildProcess, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { endServer, startServer, waitUntil } from './server-process.ts'

/** Where the parts of a node are. */
export interface NodePlan {
  readonly name: string
  readonly folder: string
  readonly bin: string
  readonly databasePort: number
  readonly restPort: number
  readonly etcdPort: number
}

// The smallest time to live that Patroni accepts. Twice retry_timeout and loop_wait have to fit into it.
const SHARED = {
  ttl: 20,
  loop_wait: 2,
  retry_timeout: 5,
  maximum_lag_on_failover: 1_048_576,
  // A primary that crashed is not started again first: the standby takes over at once.
  primary_start_timeout: 0,
  synchronous_mode: true,
  postgresql: {
    use_pg_rewind: true,
    parameters: { max_connections: 60, wal_log_hints: 'on', synchronous_commit: 'on' },
  },
}

/** One machine of the cluster: PostgreSQL, and the Patroni that starts it. */
export class DatabaseNode {
  readonly plan: NodePlan
  #patroni: ChildProcess | undefined
  #stopped: number[] = []

  constructor(plan: NodePlan) {
    this.plan = plan
    // JSON is YAML.
    writeFileSync(this.#configFile, JSON.stringify(configOf(plan)), { mode: 0o644 })
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
    signalAll(this.#databaseProcesses(), 'SIGKILL')
  }

  /** The loss of the machine: Patroni and PostgreSQL are killed. */
  async killAll(): Promise<void> {
    const child = this.#patroni
    if (child) signalAll([child.pid ?? 0, ...this.#databaseProcesses()], 'SIGKILL')
    if (child && this.isRunning) await once(child, 'exit')
  }

  /** Stops every process without ending it, as a frozen virtual machine would. */
  freeze(): void {
    this.#stopped = [this.#patroni?.pid ?? 0, ...this.#databaseProcesses()]
    signalAll(this.#stopped, 'SIGSTOP')
  }

  /** Stops the process that sends the log to the standby. */
  stopSending(): void {
    const senders = this.#databaseProcesses().filter((pid) => /walsender/.test(commandOf(pid)))
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
    signalAll(this.#databaseProcesses(), 'SIGKILL')
    await waitUntil('the database has ended', async () => this.#databaseProcesses().length === 0)
  }

  /** The postmaster first: it would start its children again. */
  #databaseProcesses(): number[] {
    const postmaster = readPostmaster(this.#dataDir)
    if (postmaster === undefined) return []
    const { stdout } = spawnSync('pgrep', ['-P', String(postmaster)], { encoding: 'utf8' })
    return [postmaster, ...stdout.split('\n').filter(Boolean).map(Number)]
  }
}

function readPostmaster(dataDir: string): number | undefined {
  try {
    const pid = Number(readFileSync(join(dataDir, 'postmaster.pid'), 'utf8').split('\n')[0])
    return commandOf(pid).includes(dataDir) ? pid : undefined
  } catch {
    return undefined
  }
}

// After a crash the file of the postmaster names a process that is gone, or by now another one.
function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
  } catch {
    return ''
  }
}

function signalAll(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids.filter((each) => each > 1)) {
    try {
      process.kill(pid, signal)
    } catch {
      // It has ended by itself.
    }
  }
}

function dataDirOf({ folder, name }: NodePlan): string {
  return join(folder, `data-${name}`)
}

function configOf(plan: NodePlan) {
  const { name, folder, bin, databasePort, restPort, etcdPort } = plan
  const database = `127.0.0.1:${databasePort}`
  const rest = `127.0.0.1:${restPort}`
  const trust = ['host all all 127.0.0.1/32 trust', 'host replication all 127.0.0.1/32 trust']
  return {
    scope: 'orangery',
    name,
    restapi: { listen: rest, connect_address: rest },
    etcd3: { host: `127.0.0.1:${etcdPort}` },
    bootstrap: { dcs: SHARED, initdb: [{ encoding: 'UTF8' }, { locale: 'C.UTF-8' }] },
    postgresql: {
      listen: database,
      connect_address: database,
      data_dir: dataDirOf(plan),
      bin_dir: bin,
      pgpass: join(folder, `pgpass-${name}`),
      authentication: {
        superuser: { username: 'postgres', password: 'unused' },
        replication: { username: 'replicator', password: 'unused' },
      },
      parameters: { unix_socket_directories: folder },
      pg_hba: trust,
    },
  }
}
