import type { Transaction } from '../../database/change.ts'
import type { PrismaClient } from '../../generated/prisma/client.ts'
import { type Actor, recordEvent } from '../audit/audit.writes.ts'
import type { Scenario } from './scenario.ts'

export interface ScenarioRun {
  readonly prisma: PrismaClient
  readonly name: Scenario
  readonly seed: number
  readonly key: { readonly id: string; readonly firmId: string }
  /** The sandbox client of the firm. */
  readonly clientId: string
  /** The actor who runs it: a person, or the product for a key. */
  readonly actor: Actor
  readonly now: Date
}

export interface ScenarioResult {
  /** The sandbox client of the firm. */
  readonly clientId: string
  /** False: everything was so before, and nothing was written. */
  readonly changed: boolean
  /** The instant of the change, or of the expiry that it brought. Null: there is none. */
  readonly at: Date | null
  /** The new secret of the key. Null: the scenario makes none. */
  readonly secret: string | null
}

/** The result of a scenario that makes no secret. */
export function resultOf({ clientId }: ScenarioRun, at: Date | null): ScenarioResult {
  return { clientId, changed: at !== null, at, secret: null }
}

/** Records that the scenario was run, in the transaction of its change. */
export function recordRun(
  tx: Transaction,
  { actor, name, seed, key, clientId }: ScenarioRun,
): Promise<void> {
  return recordEvent(tx, actor, {
    action: 'sandbox.scenario_run',
    subject: key.id,
    firmId: key.firmId,
    clientId,
    details: { scenario: name, seed: String(seed) },
  })
}
