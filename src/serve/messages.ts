import { z } from 'zod'
import { EmbeddedConnection } from '../embedded-postgres/lease.ts'
import { Snapshot } from '../metrics/snapshot.ts'

// Libraries may also use the channel: a message of another form is not ours.
export const ToWorker = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('serve'),
    /** The database for the runtime role: an address, or the embedded one. */
    database: z.union([z.string(), EmbeddedConnection]),
    secret: z.string(),
  }),
  z.object({ type: z.literal('stop'), graceMs: z.number(), isReplaced: z.boolean() }),
  z.object({ type: z.literal('measure') }),
])

export const ToPrimary = z.discriminatedUnion('type', [
  /** The worker receives messages. */
  z.object({ type: z.literal('ready') }),
  z.object({ type: z.literal('listening'), port: z.number() }),
  /** The worker's metrics. The worker also sends them when it ends. */
  z.object({ type: z.literal('measured'), metrics: Snapshot }),
  z.object({ type: z.literal('failed'), message: z.string() }),
])

export type ToWorker = z.infer<typeof ToWorker>
export type ToPrimary = z.infer<typeof ToPrimary>
