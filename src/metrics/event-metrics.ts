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

// The label is not named `job`, because Prometheus uses that name for the scraped target.
/** Measures the jobs of this process. Returns a function that ends the measurement. */
export function measureJobs(registry: Registry): () => void {
  const runs = new Counter({
    name: 'orangery_job_runs_total',
    help: 'Runs of background jobs. `retention` runs once a day, `notices` and `figures` once an hour, the others twice a second.',
    labelNames: ['task', 'result'],
    registers: [registry],
  })
  const successes = new Gauge({
    name: 'orangery_job_last_success_timestamp_seconds',
    help: 'Time of the last success of a background job, in seconds since 1970. Before the first there is no value.',
    labelNames: ['task'],
    aggregator: 'max',
    registers: [registry],
  })
  for (const job of JOBS) for (const result of JOB_RESULTS) runs.inc({ task: job, result }, 0)
  const onJob = (job: Job, result: JobResult) => {
    runs.inc({ task: job, result })
    if (result === 'succeeded') successes.set({ task: job }, Date.now() / 1000)
  }
  measured.on('job', onJob)
  return () => void measured.off('job', onJob)
}
