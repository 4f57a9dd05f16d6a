import cluster, { type Worker } from 'node:cluster'
import { GatewayError } from '../errors.ts'
import type { Snapshot } from '../metrics/snapshot.ts'
import { readToPrimary, type ToWorker } from './messages.ts'

/** How a worker stops. */
export type StopOrder = Omit<Extract<ToWorker, { type: 'stop' }>, 'type'>

// More than a worker needs for all that it waits for: its requests, its usage and its connections.
const STOP_LIMIT_MS = 20_000

/** What the primary needs of a worker. */
export type RunningWorker = Pick<WorkerProcess, 'pid' | 'listening' | 'ended' | 'stop' | 'kill'>

/** A worker, as the primary sees it. */
export class WorkerProcess {
  /** The port on which it listens. Rejects if it ends before. */
  readonly listening: Promise<number>
  /** How it ended. */
  readonly ended: Promise<{ readonly code: number | null; readonly signal: string | null }>
  /** Called with each snapshot of its metrics. */
  onMeasured: (snapshot: Snapshot) => void = () => {}
  readonly #worker: Worker

  constructor(setup: ToWorker) {
    const worker = cluster.fork()
    this.#worker = worker
    // Without a listener, an error of the channel to a worker that has ended would end this process.
    worker.on('error', () => {})
    this.ended = new Promise((resolve) => {
      worker.process.once('error', () => resolve({ code: null, signal: null }))
      worker.once('exit', (code, signal) => resolve({ code, signal }))
    })
    this.listening = new Promise((resolve, reject) => {
      worker.on('message', (received: unknown) => {
        const message = readToPrimary(received)
        if (message?.type === 'ready') this.#send(setup)
        else if (message?.type === 'listening') resolve(message.port)
        else if (message?.type === 'failed') reject(startError(message.message))
        else if (message?.type === 'measured') this.onMeasured(message.metrics)
      })
      void this.ended.then(() => reject(startError('A worker ended while it started.')))
    })
    // The rejection is of interest only to who waits for it.
    this.listening.catch(() => {})
  }

  get pid(): number | undefined {
    return this.#worker.process.pid
  }

  /** Asks the worker to stop and waits until it has ended. One that takes too long is killed. */
  async stop(order: StopOrder): Promise<void> {
    this.#send({ type: 'stop', ...order })
    const limit = setTimeout(() => this.kill(), order.graceMs + STOP_LIMIT_MS)
    await this.ended
    clearTimeout(limit)
  }

  /** Asks for a snapshot of its metrics. */
  measure(): void {
    this.#send({ type: 'measure' })
  }

  kill(): void {
    this.#worker.process.kill('SIGKILL')
  }

  // The worker may have ended in the meantime.
  #send(message: ToWorker): void {
    if (this.#worker.isConnected()) this.#worker.send(message, () => {})
  }
}

function startError(message: string): GatewayError {
  return new GatewayError('state_conflict', message)
}
