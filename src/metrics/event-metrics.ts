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
  return measured.listen({ ...waits(registry), ...counts(registry, OF_REQUESTS) })
}

/** Measures the jobs of this process and their reads. Returns a function that ends the measurement. */
export function measureJobs(registry: Registry): () => void {
  const ends = [
    measured.listen({ ...reads(registry), ...imports(registry), ...counts(registry, OF_JOBS) }),
    // These listen on their own: a counter above is also a listener of `job`.
    measured.listen(times(registry)),
  ]
  return () => ends.forEach((end) => void end())
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

/** A counter of an event. Its labels are the values of the event, each with the names that its series begin with. */
type Counted = readonly [
  name: string,
  help: string,
  labels?: Readonly<Record<string, readonly string[]>>,
]
type Counters = { readonly [Event in keyof Listeners]?: Counted }

const OF_REQUESTS: Counters = {
  signIn: [
    'orangery_sign_ins_total',
    'Requests that sign in or change how a person signs in. The outcome is `ok`, `second_step_asked` or the code of the error.',
    { action: [], outcome: [] },
  ],
  revoked: [
    'orangery_revocations_total',
    'Keys, grants and access tokens that were revoked through this gateway, without those of commands.',
    { kind: REVOKED },
  ],
}

// A label is not named `job`, because Prometheus uses that name for the scraped target.
const OF_JOBS: Counters = {
  job: [
    'orangery_job_runs_total',
    'Runs of background jobs. A run whose items have all failed is a failed one. `retention` runs once a day, `notices` and `figures` once an hour, the others twice a second.',
    { task: JOBS, result: JOB_RESULTS },
  ],
  jobItem: [
    'orangery_job_items_total',
    'Items of background jobs: a client, a delivery to an endpoint, a mail, a notice, a table, a day. An answer of the receiver of a webhook is not a failure of the item.',
    { task: JOBS, result: JOB_RESULTS },
  ],
  mail: [
    'orangery_mails_total',
    'Tries to send a mail. `failed` is tried again, `dropped` is no longer of use.',
    { outcome: MAIL_OUTCOMES },
  ],
  purged: ['orangery_purged_rows_total', 'Rows that the daily purge removed.', { table: [] }],
  webhookAttempt: [
    'orangery_webhook_attempts_total',
    'Requests to webhook endpoints. `rejected` is another status than 2xx.',
    { result: ATTEMPT_RESULTS },
  ],
  webhookPaused: [
    'orangery_webhook_pauses_total',
    'Webhook endpoints that were paused because their last try failed.',
  ],
}

function counts(registry: Registry, counters: Counters): Listeners {
  return Object.fromEntries(
    Object.entries(counters).map(([event, [name, help, labels = {}]]) => {
      const labelNames = Object.keys(labels)
      const counter = new Counter({ name, help, labelNames, registers: [registry] })
      const labelsOf = (values: readonly (string | number)[]) =>
        Object.fromEntries(labelNames.map((label, at) => [label, values[at] ?? '']))
      for (const values of combinationsOf(Object.values(labels))) counter.inc(labelsOf(values), 0)
      // A value after those of the labels is the number to add.
      return [
        event,
        (...values: readonly (string | number)[]) =>
          counter.inc(labelsOf(values), Number(values[labelNames.length] ?? 1)),
      ]
    }),
  )
}

function combinationsOf(lists: readonly (readonly string[])[]): string[][] {
  const start: string[][] = [[]]
  return lists.reduce(
    (found, list) => found.flatMap((each) => list.map((next) => [...each, next])),
    start,
  )
}

function times(registry: Registry): Listeners {
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
  const lag = gauge(
    registry,
    'orangery_webhook_lag_seconds',
    'How long the oldest change waits that an active webhook endpoint has not got; 0 if none does.',
  )
  const withheld = gauge(
    registry,
    'orangery_purges_withheld',
    'Tables of which the last purge would have removed too much.',
  )
  const setSuccess = (task: string) => successes.set({ task }, Date.now() / 1000)
  return {
    jobStarted: setSuccess,
    purgesWithheld: (tables) => withheld.set(tables),
    job(task, result) {
      if (result === 'succeeded') setSuccess(task)
    },
    oldestItem(task, since) {
      if (since) oldest.set({ task }, since.getTime() / 1000)
      else oldest.remove({ task })
      if (task === 'webhooks')
        lag.set(since ? Math.max(0, (Date.now() - since.getTime()) / 1_000) : 0)
    },
  }
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
