/** A request can wait for a slot of its process, a slot of its caller, a turn of heavy work, or a connection. */
export const WAITS = ['turn', 'slot', 'heavy_turn', 'connection'] as const
type Wait = (typeof WAITS)[number]

/** The background jobs. Only one process of a gateway runs them. */
export const JOBS = ['retention', 'notices', 'mails', 'changes', 'webhooks', 'figures'] as const
export type Job = (typeof JOBS)[number]

export const JOB_RESULTS = ['succeeded', 'failed'] as const
export type JobResult = (typeof JOB_RESULTS)[number]

/** `given_up`: a try failed and was the last. `dropped`: the mail has lost its use, and is not sent. */
export const MAIL_OUTCOMES = ['sent', 'failed', 'given_up', 'dropped'] as const
export type MailOutcome = (typeof MAIL_OUTCOMES)[number]

export const REVOKED = ['key', 'grant', 'token'] as const
export type Revoked = (typeof REVOKED)[number]

interface Measured {
  /** A request has waited for this time, with or without success. */
  readonly wait: [wait: Wait, milliseconds: number]
  readonly jobStarted: [job: Job]
  readonly job: [job: Job, result: JobResult]
  readonly jobItem: [job: Job, result: JobResult]
  /** Since when the oldest item of the job is due. Null: none is. */
  readonly oldestItem: [job: Job, since: Date | null]
  /** A statement that reads has ended, with the wait for a connection; `read` is its name. */
  readonly read: [read: string, milliseconds: number]
  /** How many imports are open, and for how long the oldest is; 0 if none is. */
  readonly imports: [open: number, seconds: number]
  /** A request at a sign-in path has ended; `outcome` is that of its event. */
  readonly signIn: [action: string, outcome: string]
  readonly mail: [outcome: MailOutcome]
  /** A purge has removed rows of a table. */
  readonly purged: [table: string, rows: number]
  /** A purge has ended, and was withheld from so many tables. */
  readonly purgesWithheld: [tables: number]
  readonly revoked: [what: Revoked]
  readonly webhookAttempt: [result: string]
  /** A webhook endpoint was paused because its last try failed. */
  readonly webhookPaused: []
}

export type Listeners = {
  readonly [Event in keyof Measured]?: (...values: Measured[Event]) => void
}

const listening = new Set<Listeners>()

/** Events for the metrics of this process. Without metrics there are no listeners, and an event costs nothing. */
export const measured = {
  /** Calls the listeners until the returned function is called. */
  listen(listeners: Listeners): () => void {
    listening.add(listeners)
    return () => void listening.delete(listeners)
  },
  emit<Event extends keyof Measured>(event: Event, ...values: Measured[Event]): void {
    for (const listeners of listening) listeners[event]?.(...values)
  },
}

/** Waits for the result, and emits a `wait` event with the time that it took. */
export async function measureWait<Result>(wait: Wait, result: Promise<Result>): Promise<Result> {
  const since = performance.now()
  try {
    return await result
  } finally {
    measured.emit('wait', wait, performance.now() - since)
  }
}
