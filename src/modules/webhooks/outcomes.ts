import { EventEmitter } from 'node:events'
import { WebhookResult } from '../../generated/prisma/enums.ts'

/** How an attempt that was sent has ended. */
export type AttemptResult = Exclude<WebhookResult, 'waiting'>

export const ATTEMPT_RESULTS: readonly AttemptResult[] = Object.values(WebhookResult).filter(
  (result) => result !== 'waiting',
)

interface Outcomes {
  readonly attempt: [result: AttemptResult]
  /** An endpoint was paused because its last try failed. */
  readonly paused: []
}

/** Events about webhooks for the metrics of this process. */
export const webhookOutcomes = new EventEmitter<Outcomes>().setMaxListeners(0)
