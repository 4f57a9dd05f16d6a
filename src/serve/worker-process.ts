import cluster, { type Worker } from 'node:cluster'
import { stateConflict } from '../errors.ts'
import type { Snapshot } from '../metrics/snapshot.ts'
import { ToPrimary, type ToWorker } from './messages.ts'

export type StopOrder = Omit<Extract<ToWorker, { type: 'stop' }>, 'type'>

// More than the time that a worker needs to finish requests, write its usage and close its connections.
const STOP_LIMIT_MS = 20_000

export type RunningWorker = Pick<WorkerProcess, 'pid' | 'listening' | 'ended' | 'stop' | 'kill'>

export class WorkerProcess {
  /** The port on which it listens. Rejects if the worker ends before that or cannot serve. */
  readonly listening: Promise<number>
  readonly ended: Promise<{ readonly code: number | null; readonly signal: string | null }>
  onMeasured: (snapshot: Snapshot) => void = () => {}
  readonly #worker: Worker

  constructor(setup: ToWorker) {
    const worker = cluster.fork()
    this.#worker = worker
    // Without a listener, an error of the channel to an ended worker would end this process.
    worker.on('error', () => {})
    this.ended = new Promise((resolve) => {
      worker.process.once('error', () => resolve({ code: null, signal: null }))
      worker.once('exit', (code, signal) => resolve({ code, signal }))
    })
    this.listening = new Promise((resolve, reject) => {
      worker.on('message', (received: unknown) => {
        const message = ToPrimary.safeParse(received).data
        if (message?.type === 'ready') this.#send(setup)
        else if (message?.type === 'listening') resolve(message.port)
        else if (message?.type === 'failed') reject(stateConflict(message.message))
        else if (message?.type === 'measured') this.onMeasured(message.metrics)
      })
      void this.ended.then(() => reject(stateConflict('A worker ended while it started.')))
    })
    // If no caller waits for it, the rejection must not be unhandled.
    this.listening.catch(() => {})
  }

  get pid(): number | undefined {
    return this.#worker.process.pid
  }

  /** Asks the worker to stop and waits until it has ended. Kills it if that takes too long. */
  async stop(order: StopOrder): Promise<void> {
    this.#send({ type: 'stop', ...order })
    const limit = setTimeout(() => this.kill(), order.graceMs + STOP_LIMIT_MS)
    await this.ended
    clearTimeout(limit)
  }

  measure(): void {
    this.#send({ type: 'measure' })
  }

  kill(): void {
    this.#worker.process.kill('SIGKILL')
  }

  // The worker may have ended. Errors of the channel are ignored.
  #send(message: ToWorker): void {
    if (this.#worker.isConnected()) this.#worker.send(message, () => {})
  }
}
