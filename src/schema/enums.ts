import { ASSET_FILTER_TYPES } from '../access/asset-filter.ts'
import { ENVIRONMENTS, TIERS, type TokenScope } from '../access/caller.ts'
import { CATEGORIES } from '../access/categories.ts'
import { SCOPE_DESCRIPTIONS, SCOPES, type Scope } from '../access/scopes.ts'
import { builder } from './builder.ts'

// The enums that several modules use. An enum of one module is defined in that module.

export const ScopeType = builder.enumType('Scope', {
  description:
    'What a key or a grant may show. Each scope shows its own data and includes no other.',
  values: Object.fromEntries(
    SCOPES.map((scope) => [scope, { value: scope, description: SCOPE_DESCRIPTIONS[scope] }]),
  ) as { readonly [Each in Scope]: { readonly value: Each; readonly description: string } },
})

export const CategoryType = builder.enumType('Category', { values: CATEGORIES })

export const EnvironmentType = builder.enumType('Environment', { values: ENVIRONMENTS })

export const AssetFilterType = builder.enumType('AssetFilterType', { values: ASSET_FILTER_TYPES })

// A sandbox key has no tier of its own: the schema shows the limit of sandbox keys as one.
export const TierType = builder.enumType('Tier', { values: ['sandbox', ...TIERS] as const })

export const KeyStateType = builder.enumType('KeyState', {
  values: ['active', 'expired', 'revoked'] as const,
})

export const TokenScopeType = builder.enumType('TokenScope', {
  description: 'What an access token may do.',
  values: {
    plants: {
      value: 'plants' satisfies TokenScope,
      description: 'Read and change the plants of its user.',
    },
    portfolio_read: {
      value: 'portfolio:read' satisfies TokenScope,
      description: 'Read the portfolio of its user, and no other, over GraphQL.',
    },
  } as const,
})
