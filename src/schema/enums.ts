import type { AssetFilterType as AssetFilterName } from '../access/asset-filter.ts'
import type { Environment, Tier, TokenScope } from '../access/caller.ts'
import { SCOPE_DESCRIPTIONS } from '../access/scopes.ts'
import { CATEGORY_DESCRIPTIONS } from '../values/categories.ts'
import { builder } from './builder.ts'

/** The values of an enum. The value of each is its name. */
export function enumValues<Name extends string>(descriptions: Readonly<Record<Name, string>>) {
  const values = Object.entries(descriptions).map(([name, description]) => [name, { description }])
  // The type of `fromEntries` loses the names.
  return Object.fromEntries(values) as Record<Name, { readonly description: string }>
}

/** An enum with these values. */
export function enumType<Name extends string>(
  name: string,
  description: string,
  values: Readonly<Record<Name, string>>,
) {
  return builder.enumType(name, { description, values: enumValues(values) })
}

// The enums that several modules use. An enum of one module is defined in that module.

export const ScopeType = builder.enumType('Scope', {
  description:
    'The data that a key or a grant may show. Each scope shows its own data and includes no other.',
  values: enumValues(SCOPE_DESCRIPTIONS),
})

export const CategoryType = builder.enumType('Category', {
  description: 'A kind of asset. The code is the second part of a registry id.',
  values: enumValues(CATEGORY_DESCRIPTIONS),
})

export const EnvironmentType = builder.enumType('Environment', {
  description: 'A key reads portfolios of its own environment only.',
  values: enumValues({
    production: 'Portfolios of clients.',
    sandbox: 'Portfolios for tests.',
  } satisfies Record<Environment, string>),
})

export const AssetFilterType = builder.enumType('AssetFilterType', {
  description: 'The kind of the values of a filter.',
  values: enumValues({
    all: 'No values: the grant shows all assets.',
    category: 'Slugs of categories.',
    items: 'Registry ids of single assets, at most 1,000.',
    collection: 'The id of one collection.',
  } satisfies Record<AssetFilterName, string>),
})

// A sandbox key has no tier. The schema shows the limit of sandbox keys as a tier.
export const TierType = builder.enumType('Tier', {
  description: 'A rate limit. requestsPerMinute has its number.',
  values: enumValues({
    sandbox: 'The limit of sandbox keys.',
    standard: 'The limit of the Standard plan, and of persons.',
    enterprise: 'The limit of the Enterprise plan.',
    elevated: 'A higher limit, which an operator sets.',
  } satisfies Record<Tier | 'sandbox', string>),
})

export const KeyStateType = builder.enumType('KeyState', {
  description: 'The state of an API key.',
  values: enumValues({
    active: 'It is accepted.',
    expired: 'Its expiry has passed.',
    revoked: 'It was revoked, permanently.',
  }),
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
