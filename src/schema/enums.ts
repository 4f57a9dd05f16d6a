import type { AssetFilterType as AssetFilterName } from '../access/asset-filter.ts'
import type { Environment, Tier, TokenScope } from '../access/caller.ts'
import { SCOPE_DESCRIPTIONS } from '../access/scopes.ts'
import { CATEGORY_DESCRIPTIONS } from '../values/categories.ts'
import { builder } from './builder.ts'
import type { Arg } from './list.type.ts'

/** An enum. The value of each name is the name itself. */
export function enumType<Name extends string>(
  name: string,
  description: string,
  descriptions: Readonly<Record<Name, string>>,
) {
  const values = Object.entries(descriptions).map(([each, of]) => [each, { description: of }])
  // The type of `fromEntries` loses the names.
  const named = Object.fromEntries(values) as Record<Name, { readonly description: string }>
  return builder.enumType(name, { description, values: named })
}

// The enums that several modules use. An enum of one module is defined in that module.

export const ScopeType = enumType(
  'Scope',
  'The data that a key or a grant may show. Each scope shows its own data and includes no other.',
  SCOPE_DESCRIPTIONS,
)

export const CategoryType = enumType(
  'Category',
  'A kind of asset. The code is the second part of a registry id.',
  CATEGORY_DESCRIPTIONS,
)

export const EnvironmentType = enumType(
  'Environment',
  'A key reads portfolios of its own environment only.',
  {
    production: 'Portfolios of clients.',
    sandbox: 'Portfolios for tests.',
  } satisfies Record<Environment, string>,
)

export const AssetFilterType = enumType('AssetFilterType', 'The kind of the values of a filter.', {
  all: 'No values: the grant shows all assets.',
  category: 'Slugs of categories.',
  items: 'Registry ids of single assets, at most 1,000.',
  collection: 'The id of one collection.',
} satisfies Record<AssetFilterName, string>)

/** The argument for the environment of keys. */
export function keyEnvironmentArg(arg: Arg) {
  return arg({
    type: EnvironmentType,
    required: true,
    defaultValue: 'production',
    description: 'The environment of the keys.',
  })
}

// A sandbox key has no tier. The schema shows the limit of sandbox keys as a tier.
export const TierType = enumType('Tier', 'A rate limit. requestsPerMinute has its number.', {
  sandbox: 'The limit of sandbox keys.',
  standard: 'The limit of the Standard plan, and of persons.',
  enterprise: 'The limit of the Enterprise plan.',
  elevated: 'A higher limit, which an operator sets.',
} satisfies Record<Tier | 'sandbox', string>)

export const KeyStateType = enumType('KeyState', 'The state of an API key.', {
  active: 'It is accepted.',
  expired: 'Its expiry has passed.',
  revoked: 'It was revoked, permanently.',
})

export const TokenScopeType = builder.enumType('TokenScope', {
  description: 'The rights of an access token.',
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
