import { EventEmitter } from 'node:events'

/** A request can wait for a slot of its process, a slot of its caller, a turn of heavy work, or a connection. */
export const WAITS = ['turn', 'slot', 'heavy_turn', 'connection'] as const
export type Wait = (typeof WAITS)[number]

/** The background jobs. Only one process of a gateway runs them. */
export const JOBS = ['retention', 'notices', 'mails', 'changes', 'webhooks', 'figures'] as const
export type Job = (typeof JOBS)[number]

/** How a run of a job, or an item of it, has ended. */
export const JOB_RESULTS = ['succeeded', 'failed'] as const
export type JobResult = (typeof JOB_RESULTS)[number]

/**
 * The outcome of a try to send a mail. `given_up`: it failed and was the last one. `failed`: another try follows.
 * `dropped`: the mail is no longer useful, and is not sent.
 */
export const MAIL_OUTCOMES = ['sent', 'failed', 'given_up', 'dropped'] as const
export type MailOutcome = (typeof MAIL_OUTCOMES)[number]

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
  /** A request to a webhook endpoint has ended. */
  readonly webhookAttempt: [result: string]
  /** A webhook endpoint was paused because its last try failed. */
  readonly webhookPaused: []
  /** A purge has ended, with the number of removed rows by table, and the tables from which it removed nothing. */
  readonly purge: [removed: Readonly<Record<string, number>>, withheld: readonly string[]]
  /** A change with these audited actions is committed. */
  readonly audited: [actions: readonly string[]]
}

/** Events for the metrics of this process. Without metrics there are no listeners, and an event costs nothing. */
export const measured = new EventEmitter<Measured>().setMaxListeners(0)

/** Waits for the result, and emits a `wait` event with the time that it took. */
export async function measureWait<Result>(wait: Wait, result: Promise<Result>): Promise<Result> {
  const since = performance.now()
  try {
    return await result
  } finally {
    measured.emit('wait', wait, performance.now() - since)
  }
}
