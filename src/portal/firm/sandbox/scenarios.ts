import type { SandboxScenario } from '../../generated/graphql.ts'

/** A scenario in words: its name, what happens, and what a program sees of it. */
export interface ScenarioText {
  readonly title: string
  readonly happens: string
  readonly seen: string
}

/** The scenarios that this page runs, in its order. A secret is rotated on the page of the key. */
export const SCENARIO_TEXTS: Readonly<
  Record<Exclude<SandboxScenario, 'secret_rolled'>, ScenarioText>
> = {
  reset: {
    title: 'First state',
    happens: 'The seven assets and a grant of all of them are as at first.',
    seen: 'portfolio.changed, and grant.changed or grant.given',
  },
  asset_appears: {
    title: 'An asset appears',
    happens: 'A new asset is in the collection “In the vault”.',
    seen: 'portfolio.changed; the asset in data',
  },
  asset_changes: {
    title: 'An asset changes',
    happens: 'An asset of the vault gets another title, description and value.',
    seen: 'portfolio.changed; the asset in data',
  },
  asset_removed: {
    title: 'An asset is removed',
    happens: 'An asset of the vault no longer exists.',
    seen: 'portfolio.changed; its registry id in sync.removed',
  },
  asset_leaves_filter: {
    title: 'An asset leaves the filter',
    happens: 'An asset moves from the vault to the house. Narrow the grant first.',
    seen: 'portfolio.changed; its registry id in sync.removed',
  },
  asset_returns: {
    title: 'An asset comes back',
    happens: 'The asset of this seed is as at first.',
    seen: 'portfolio.changed; the asset in data, with its registry id',
  },
  many_assets: {
    title: 'Three thousand assets',
    happens: 'The portfolio has 3,000 assets.',
    seen: 'portfolio.changed; a walk of many pages',
  },
  share_link_expires: {
    title: 'A share link expires',
    happens: 'A share link of an asset expires five seconds later.',
    seen: 'portfolio.changed, twice; the state of the link in estate',
  },
  grant_narrowed: {
    title: 'The grant is narrowed',
    happens: 'It shows the vault only, with registry and valuation.',
    seen: 'grant.changed with the effect narrowed; the next walk is full',
  },
  grant_widened: {
    title: 'The grant is widened',
    happens: 'It shows all assets with all scopes, without expiry.',
    seen: 'grant.changed with the effect widened; the next walk is full',
  },
  grant_expires: {
    title: 'The grant expires',
    happens: 'It expires five seconds later.',
    seen: 'grant.changed, then grant.ended; requests get grant_expired',
  },
  grant_revoked: {
    title: 'The grant is revoked',
    happens: 'The key can no longer read the sandbox client.',
    seen: 'grant.ended; requests get grant_revoked',
  },
  grant_given: {
    title: 'The grant is given anew',
    happens: 'The key gets a new grant, if it has none.',
    seen: 'grant.given; the next walk is full',
  },
}
