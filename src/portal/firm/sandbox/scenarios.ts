import type { SandboxScenario } from '../../generated/graphql.ts'
import { t } from '../../i18n/text.ts'

/** A scenario in words: its name, its event, and the part of it that a program sees. */
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
    title: t('First state'),
    happens: t('The seven assets and a grant of all of them are as at first.'),
    seen: t('portfolio.changed, and grant.changed or grant.given'),
  },
  asset_appears: {
    title: t('An asset appears'),
    happens: t('A new asset is in the collection “In the vault”.'),
    seen: t('portfolio.changed; the asset in data'),
  },
  asset_changes: {
    title: t('An asset changes'),
    happens: t('An asset of the vault gets another title, description and value.'),
    seen: t('portfolio.changed; the asset in data'),
  },
  asset_removed: {
    title: t('An asset is removed'),
    happens: t('An asset of the vault no longer exists.'),
    seen: t('portfolio.changed; its registry id in sync.removed'),
  },
  asset_leaves_filter: {
    title: t('An asset leaves the filter'),
    happens: t('An asset moves from the vault to the house. Narrow the grant first.'),
    seen: t('portfolio.changed; its registry id in sync.removed'),
  },
  asset_returns: {
    title: t('An asset comes back'),
    happens: t('The asset of this seed is as at first.'),
    seen: t('portfolio.changed; the asset in data, with its registry id'),
  },
  many_assets: {
    title: t('Three thousand assets'),
    happens: t('The portfolio has 3,000 assets.'),
    seen: t('portfolio.changed; a walk of many pages'),
  },
  share_link_expires: {
    title: t('A share link expires'),
    happens: t('A share link of an asset expires five seconds later.'),
    seen: t('portfolio.changed; the expiry of the link in estate'),
  },
  grant_narrowed: {
    title: t('The grant is narrowed'),
    happens: t('It shows the vault only, with registry and valuation.'),
    seen: t('grant.changed with the effect narrowed; the next delta is incomplete'),
  },
  grant_widened: {
    title: t('The grant is widened'),
    happens: t('It shows all assets with all scopes, without expiry.'),
    seen: t('grant.changed with the effect widened; the next delta is incomplete'),
  },
  grant_expires: {
    title: t('The grant expires'),
    happens: t('It expires five seconds later.'),
    seen: t('grant.changed, then grant.ended; requests get grant_expired'),
  },
  grant_revoked: {
    title: t('The grant is revoked'),
    happens: t('The key can no longer read the sandbox client.'),
    seen: t('grant.ended; requests get grant_revoked'),
  },
  grant_given: {
    title: t('The grant is given anew'),
    happens: t('The key gets a new grant, if it has none.'),
    seen: t('grant.given; the next delta is incomplete'),
  },
}
