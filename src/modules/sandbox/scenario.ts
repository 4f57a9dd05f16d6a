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
    'A share link of an asset expires five seconds later, and the asset changes again at that instant.',
  grant_narrowed:
    'The grant shows the collection “In the vault” only, with the scopes registry and valuation. The next walk is full.',
  grant_widened:
    'The grant shows all assets with all scopes, without expiry. The next walk is full.',
  grant_expires: 'The grant expires five seconds later. Then requests get grant_expired.',
  grant_revoked: 'The grant is revoked at once. Requests get grant_revoked.',
  grant_given: 'The key gets a grant again, if it has none. The next walk is full.',
  secret_rolled:
    'The key gets a new secret, which the answer shows once. The old one works for another hour.',
} as const

export type Scenario = keyof typeof SCENARIOS

/** Seeds are 0 to this number. The number of assets that scenarios can create is limited by it. */
export const MAX_SEED = 999
