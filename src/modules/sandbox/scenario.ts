import type { Transaction } from '../../database/change.ts'
import type { PrismaClient } from '../../generated/prisma/client.ts'
import { type Actor, recordEvent } from '../audit/audit.writes.ts'

/** The scenarios of a sandbox client, each with what a mirror sees. */
export const SCENARIOS = {
  reset:
    'The first state: the seven assets, and a grant of the key with all scopes, all assets and no expiry.',
  asset_appears: 'A new asset in the collection “In the vault”. A delta has it in data.',
  asset_changes:
    'An asset of the vault gets another title, description and value. A delta has it in data.',
  asset_removed: 'An asset of the vault is removed. A delta has its registry id in removed.',
  asset_leaves_filter:
    'An asset moves from the vault to “In the house”. Under the grant of grant_narrowed a delta has it in removed, else in data.',
  asset_returns:
    'The asset that the same seed changed, removed or moved is as at first, with its registry id.',
  many_assets: 'The portfolio has 3,000 assets. A walk has many pages.',
  share_link_expires:
    'A share link of an asset gets an expiry, five seconds later. The expiry itself is not a change of the asset.',
  grant_narrowed:
    'The grant shows the collection “In the vault” only, with the scopes registry and valuation. The next delta is incomplete.',
  grant_widened:
    'The grant shows all assets with all scopes, without expiry. The next delta is incomplete.',
  grant_expires: 'The grant expires five seconds later. Then requests get grant_expired.',
  grant_revoked: 'The grant is revoked at once. Requests get grant_revoked.',
  grant_given: 'The key gets a grant again, if it has none. The next delta is incomplete.',
  secret_rolled:
    'The key gets a further secret, which the answer shows once and which works for an hour or until the next one. The secret that runs the scenario stays as it is, and needs to be one without an end.',
} as const

export type Scenario = keyof typeof SCENARIOS

const USUAL_PRICE = 3

// The number of requests that a scenario counts as, where it is not the usual number. It is a map, because the name may
// come from a variable that is not checked yet, and every object has members such as `constructor`.
const LARGER_PRICES: ReadonlyMap<string, number> = new Map([['many_assets' satisfies Scenario, 30]])

/** The number of requests that the scenario of this name counts as. */
export function priceOf(name: string): number {
  return LARGER_PRICES.get(name) ?? USUAL_PRICE
}

export const PRICES_IN_WORDS = `A scenario counts as ${USUAL_PRICE} requests, ${[...LARGER_PRICES]
  .map(([name, price]) => `${name} as ${price}`)
  .join(', ')}.`

/** The changes that the scenarios of a firm may make in 24 hours: each leaves a record for days. */
export const CHANGES_A_DAY = 5_000

/** Seeds are 0 to this number. The number of assets that scenarios can create is limited by it. */
export const MAX_SEED = 999

export interface ScenarioRun {
  readonly prisma: PrismaClient
  readonly name: Scenario
  readonly seed: number
  readonly key: { readonly id: string; readonly firmId: string }
  readonly clientId: string
  /** A person, or the product for a key. */
  readonly actor: Actor
  readonly now: Date
}

export interface ScenarioResult {
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
