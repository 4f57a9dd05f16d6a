import { SANDBOX_ASSETS, type SandboxAsset } from '../sandbox-client/sandbox-assets.ts'
import type { Scenario } from './scenario.ts'

const MANY = 3_000

// A program can read before and after it.
const EXPIRES_AFTER_MS = 5_000

export interface PortfolioChange {
  readonly assets: readonly SandboxAsset[]
  readonly removed?: readonly string[]
  /** Whether all assets are removed that are not in `assets`. */
  readonly onlyThese?: true
}

// The grant of `grant_narrowed` shows these.
const VAULT = SANDBOX_ASSETS.filter(({ collection }) => collection === 'vault')
const LINKED = SANDBOX_ASSETS.filter(({ verified }) => verified)

/** The change of each scenario of the portfolio. The state before does not matter: only the seed and `now` do. */
export const PORTFOLIO_SCENARIOS = {
  reset: () => ({ assets: SANDBOX_ASSETS, onlyThese: true }),
  asset_appears: (seed) => ({ assets: [appearing(seed)] }),
  asset_changes: (seed) => ({ assets: [changed(chosen(VAULT, seed), seed)] }),
  asset_removed: (seed) => ({ assets: [], removed: [chosen(VAULT, seed).ref] }),
  asset_leaves_filter: (seed) => ({
    assets: [{ ...chosen(VAULT, seed), collection: 'house' }],
  }),
  asset_returns: (seed) => ({ assets: [chosen(VAULT, seed)] }),
  many_assets: (seed) => ({ assets: [...SANDBOX_ASSETS, ...many(seed)], onlyThese: true }),
  share_link_expires: (seed, now) => ({
    assets: [{ ...chosen(LINKED, seed), linkExpiresAt: expiryAfter(now).toISOString() }],
  }),
} as const satisfies Partial<Record<Scenario, (seed: number, now: Date) => PortfolioChange>>

export type PortfolioScenario = keyof typeof PORTFOLIO_SCENARIOS

/** The instant at which a scenario of `now` lets something expire. */
export function expiryAfter(now: Date): Date {
  return new Date(now.getTime() + EXPIRES_AFTER_MS)
}

function chosen(assets: readonly SandboxAsset[], seed: number): SandboxAsset {
  const asset = assets[seed % assets.length]
  if (!asset) throw new Error('There are no sandbox assets to choose from.')
  return asset
}

function changed(asset: SandboxAsset, seed: number): SandboxAsset {
  const value = amountOf(seed, 1)
  return {
    ...asset,
    title: asset.title.replace(' (sandbox)', `, revision ${seed} (sandbox)`),
    description: `${asset.description} Revision ${seed}.`,
    values: [...asset.values, [1, 'appraisal', value]],
  }
}

function appearing(seed: number): SandboxAsset {
  return {
    ...plain(`sandbox-new-${seed}`, `New asset ${seed} (sandbox)`, amountOf(seed, 2)),
    documents: [['invoice', `Invoice of asset ${seed}`, 3]],
  }
}

function many(seed: number): SandboxAsset[] {
  return Array.from({ length: MANY - SANDBOX_ASSETS.length }, (_, index) =>
    plain(
      `sandbox-many-${index}`,
      `Asset ${index} of ${MANY} (sandbox)`,
      amountOf(seed, index + 3),
    ),
  )
}

function plain(ref: string, title: string, value: string): SandboxAsset {
  return {
    ref,
    title,
    category: 'collectibles',
    detail: {},
    description: 'Made by a scenario.',
    collection: 'vault',
    storage: 'Example vault, shelf 2',
    paid: value,
    insured: null,
    values: [[3, 'purchase', value]],
    documents: [],
    verified: false,
  }
}

// The factors are primes, so that neighbours differ.
function amountOf(seed: number, index: number): string {
  return `${100 + ((seed * 7_919 + index * 104_729) % 9_000)}.00`
}
