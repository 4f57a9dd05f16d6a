import { Counter, Gauge, Histogram, type Registry } from 'prom-client'
import {
  JOB_RESULTS,
  JOBS,
  type Job,
  type JobResult,
  measured,
  WAITS,
  type Wait,
} from '../measured.ts'

// The buckets reach from one round of the event loop to the longest wait for a connection.
const BUCKETS = [0.001, 0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 5]

/** Measures the waits of this process. Returns a function that ends the measurement. */
export function measureWaits(registry: Registry): () => void {
  const waits = new Histogram({
    name: 'orangery_wait_seconds',
    help: 'Time of the requests that waited, by the reason. Requests that share a statement count once.',
    labelNames: ['wait'],
    buckets: BUCKETS,
    registers: [registry],
  })
  for (const wait of WAITS) waits.zero({ wait })
  const onWait = (wait: Wait, milliseconds: number) => waits.observe({ wait }, milliseconds / 1000)
  measured.on('wait', onWait)
  return () => void measured.off('wait', onWait)
}

/** Measures the statements of this process that read. Returns a function that ends the measurement. */
export function measureReads(registry: Registry): () => void {
  const reads = new Histogram({
    name: 'orangery_database_read_seconds',
    help: 'Time of statements that read, by the name of the read, with the wait for a connection. Statements of Prisma have none.',
    labelNames: ['read'],
    buckets: [0.005, 0.025, 0.1, 0.5, 1, 5],
    registers: [registry],
  })
  const onRead = (read: string, milliseconds: number) =>
    reads.observe({ read }, milliseconds / 1000)
  measured.on('read', onRead)
  return () => void measured.off('read', onRead)
}

/** Counts the requests at sign-in paths. Returns a function that ends the counting. */
export function countSignIns(registry: Registry): () => void {
  const signIns = new Counter({
    name: 'orangery_sign_ins_total',
    help: 'Requests that sign in or change how a person signs in. The outcome is `ok`, `second_step_asked` or the code of the error.',
    labelNames: ['action', 'outcome'],
    registers: [registry],
  })
  const onSignIn = (action: string, outcome: string) => signIns.inc({ action, outcome })
  measured.on('signIn', onSignIn)
  return () => void measured.off('signIn', onSignIn)
}

/** Measures the open imports that the jobs of this process see. Returns a function that ends the measurement. */
export function measureImports(registry: Registry): () => void {
  const gauge = (name: string, help: string) =>
    new Gauge({ name, help, aggregator: 'max', registers: [registry] })
  const open = gauge('orangery_imports_open', 'Imports that have begun and not ended.')
  const age = gauge(
    'orangery_import_age_seconds',
    'How long the oldest open import is open; 0 if none is.',
  )
  const onImports = (count: number, seconds: number) => {
    open.set(count)
    age.set(seconds)
  }
  measured.on('imports', onImports)
  return () => void measured.off('imports', onImports)
}

// The label is not named `job`, because Prometheus uses that name for the scraped target.
/** Measures the jobs of this process. Returns a function that ends the measurement. */
export function measureJobs(registry: Registry): () => void {
  const runs = new Counter({
    name: 'orangery_job_runs_total',
    help: 'Runs of background jobs. A run whose items have all failed is a failed one. `retention` runs once a day, `notices` and `figures` once an hour, the others twice a second.',
    labelNames: ['task', 'result'],
    registers: [registry],
  })
  const items = new Counter({
    name: 'orangery_job_items_total',
    help: 'Items of background jobs: a client, a delivery to an endpoint, a mail, a notice, a table, a day. What a receiver of a webhook answers is no failure of the item.',
    labelNames: ['task', 'result'],
    registers: [registry],
  })
  const timeOf = (name: string, help: string, aggregator: 'max' | 'min') =>
    new Gauge({ name, help, labelNames: ['task'], aggregator, registers: [registry] })
  const successes = timeOf(
    'orangery_job_last_success_timestamp_seconds',
    'Time of the last success of a background job, in seconds since 1970. Before the first it is the start of the job.',
    'max',
  )
  const oldest = timeOf(
    'orangery_job_oldest_item_timestamp_seconds',
    'Time since when the oldest item of a background job is due. Without a due item there is no value.',
    'min',
  )
  for (const task of JOBS)
    for (const result of JOB_RESULTS)
      for (const counter of [runs, items]) counter.inc({ task, result }, 0)
  const onStarted = (task: Job) => successes.set({ task }, Date.now() / 1000)
  const onJob = (task: Job, result: JobResult) => {
    runs.inc({ task, result })
    if (result === 'succeeded') onStarted(task)
  }
  const onItem = (task: Job, result: JobResult) => items.inc({ task, result })
  const onOldest = (task: Job, since: Date | null) => {
    if (since) oldest.set({ task }, since.getTime() / 1000)
    else oldest.remove({ task })
  }
  measured.on('jobStarted', onStarted).on('job', onJob)
  measured.on('jobItem', onItem).on('oldestItem', onOldest)
  return () => {
    measured.off('jobStarted', onStarted).off('job', onJob)
    measured.off('jobItem', onItem).off('oldestItem', onOldest)
  }
}
