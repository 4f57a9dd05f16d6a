import { Counter, Gauge, Histogram, type Registry } from 'prom-client'
import {
  JOB_RESULTS,
  JOBS,
  type Listeners,
  MAIL_OUTCOMES,
  measured,
  REVOKED,
  WAITS,
} from '../measured.ts'
import { ATTEMPT_RESULTS } from '../modules/webhooks/attempt.ts'

/** Measures the requests of this process. Returns a function that ends the measurement. */
export function measureWork(registry: Registry): () => void {
  return listen([waits, signIns, revocations], registry)
}

/** Measures the jobs of this process and their reads. Returns a function that ends the measurement. */
export function measureJobs(registry: Registry): () => void {
  return listen([reads, imports, jobRuns, jobTimes, mails, purges, webhooks], registry)
}

function listen(parts: readonly ((registry: Registry) => Listeners)[], registry: Registry) {
  const ends = parts.map((part) => measured.listen(part(registry)))
  return () => {
    for (const end of ends) end()
  }
}

// The buckets of a wait reach from one round of the event loop to the longest wait for a connection.
function waits(registry: Registry): Listeners {
  const times = new Histogram({
    name: 'orangery_wait_seconds',
    help: 'Time of the requests that waited, by the reason. Requests that share a statement count once.',
    labelNames: ['wait'],
    buckets: [0.001, 0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers: [registry],
  })
  for (const wait of WAITS) times.zero({ wait })
  return { wait: (wait, milliseconds) => times.observe({ wait }, milliseconds / 1000) }
}

function reads(registry: Registry): Listeners {
  const times = new Histogram({
    name: 'orangery_database_read_seconds',
    help: 'Time of statements that read, by the name of the read, with the wait for a connection. Statements of Prisma have none.',
    labelNames: ['read'],
    buckets: [0.005, 0.025, 0.1, 0.5, 1, 5],
    registers: [registry],
  })
  return { read: (read, milliseconds) => times.observe({ read }, milliseconds / 1000) }
}

function signIns(registry: Registry): Listeners {
  const requests = counter(
    registry,
    'orangery_sign_ins_total',
    'Requests that sign in or change how a person signs in. The outcome is `ok`, `second_step_asked` or the code of the error.',
    ['action', 'outcome'],
  )
  return { signIn: (action, outcome) => requests.inc({ action, outcome }) }
}

function revocations(registry: Registry): Listeners {
  const revoked = counter(
    registry,
    'orangery_revocations_total',
    'Keys, grants and access tokens that were revoked through this gateway, without those of commands.',
    ['kind'],
  )
  for (const kind of REVOKED) revoked.inc({ kind }, 0)
  return { revoked: (kind) => revoked.inc({ kind }) }
}

function imports(registry: Registry): Listeners {
  const open = gauge(registry, 'orangery_imports_open', 'Imports that have begun and not ended.')
  const age = gauge(
    registry,
    'orangery_import_age_seconds',
    'How long the oldest open import is open; 0 if none is.',
  )
  return {
    imports(count, seconds) {
      open.set(count)
      age.set(seconds)
    },
  }
}

// The label is not named `job`, because Prometheus uses that name for the scraped target.
function jobRuns(registry: Registry): Listeners {
  const labels = ['task', 'result'] as const
  const runs = counter(
    registry,
    'orangery_job_runs_total',
    'Runs of background jobs. A run whose items have all failed is a failed one. `retention` runs once a day, `notices` and `figures` once an hour, the others twice a second.',
    labels,
  )
  const items = counter(
    registry,
    'orangery_job_items_total',
    'Items of background jobs: a client, a delivery to an endpoint, a mail, a notice, a table, a day. An answer of the receiver of a webhook is not a failure of the item.',
    labels,
  )
  for (const task of JOBS)
    for (const result of JOB_RESULTS)
      for (const each of [runs, items]) each.inc({ task, result }, 0)
  return {
    job: (task, result) => runs.inc({ task, result }),
    jobItem: (task, result) => items.inc({ task, result }),
  }
}

function jobTimes(registry: Registry): Listeners {
  const successes = gauge(
    registry,
    'orangery_job_last_success_timestamp_seconds',
    'Time of the last success of a background job, in seconds since 1970. Before the first it is the start of the job.',
    ['task'],
  )
  const oldest = gauge(
    registry,
    'orangery_job_oldest_item_timestamp_seconds',
    'Time since when the oldest item of a background job is due. Without a due item there is no value.',
    ['task'],
    'min',
  )
  const setSuccess = (task: string) => successes.set({ task }, Date.now() / 1000)
  return {
    jobStarted: setSuccess,
    job(task, result) {
      if (result === 'succeeded') setSuccess(task)
    },
    oldestItem(task, since) {
      if (since) oldest.set({ task }, since.getTime() / 1000)
      else oldest.remove({ task })
    },
  }
}

function mails(registry: Registry): Listeners {
  const tries = counter(
    registry,
    'orangery_mails_total',
    'Tries to send a mail. `failed` is tried again, `dropped` is no longer of use.',
    ['outcome'],
  )
  for (const outcome of MAIL_OUTCOMES) tries.inc({ outcome }, 0)
  return { mail: (outcome) => tries.inc({ outcome }) }
}

function purges(registry: Registry): Listeners {
  const removed = counter(
    registry,
    'orangery_purged_rows_total',
    'Rows that the daily purge removed.',
    ['table'],
  )
  const withheld = counter(
    registry,
    'orangery_purges_withheld_total',
    'Purges that would have removed too much of a table. Alarm on any.',
    ['table'],
  )
  return {
    purged: (table, rows) => removed.inc({ table }, rows),
    purgeWithheld: (table) => withheld.inc({ table }),
  }
}

function webhooks(registry: Registry): Listeners {
  const attempts = counter(
    registry,
    'orangery_webhook_attempts_total',
    'Requests to webhook endpoints. `rejected` is another status than 2xx.',
    ['result'],
  )
  const lag = gauge(
    registry,
    'orangery_webhook_lag_seconds',
    'How long the oldest change waits that an active webhook endpoint has not got; 0 if none does.',
  )
  const pauses = counter(
    registry,
    'orangery_webhook_pauses_total',
    'Webhook endpoints that were paused because their last try failed.',
  )
  for (const result of ATTEMPT_RESULTS) attempts.inc({ result }, 0)
  return {
    webhookAttempt: (result) => attempts.inc({ result }),
    webhookPaused: () => pauses.inc(),
    oldestItem(job, since) {
      if (job !== 'webhooks') return
      lag.set(since ? Math.max(0, (Date.now() - since.getTime()) / 1_000) : 0)
    },
  }
}

function counter<Label extends string>(
  registry: Registry,
  name: string,
  help: string,
  labelNames: readonly Label[] = [],
): Counter<Label> {
  return new Counter({ name, help, labelNames: [...labelNames], registers: [registry] })
}

function gauge<Label extends string>(
  registry: Registry,
  name: string,
  help: string,
  labelNames: readonly Label[] = [],
  aggregator: 'max' | 'min' = 'max',
): Gauge<Label> {
  return new Gauge({ name, help, labelNames: [...labelNames], aggregator, registers: [registry] })
}
