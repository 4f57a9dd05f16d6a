import type { GrantFilterInput, GrantTermsFragment } from '../generated/graphql.ts'
import { findCategory } from './categories.ts'
import { NO_FILTER_YET, type TermsChoice } from './terms.ts'

/** The terms of a grant as a choice to begin with. */
export function choiceOf(grant: GrantTermsFragment): TermsChoice {
  const { type, values } = grant.filter
  const filter = {
    ...NO_FILTER_YET,
    type,
    ...(type === 'category' && {
      categories: values.map(({ id }) => findCategory(id)).filter((category) => category !== null),
    }),
    ...(type === 'items' && { items: values }),
    ...(type === 'collection' && { collectionId: values[0]?.id ?? null }),
  }
  const { scopes, key } = grant
  return {
    scopes: key.scopes.filter((scope) => scopes.includes(scope)),
    filter,
    expiry: { kind: kindOf(grant), date: '' },
  }
}

/** The filter of a grant as it is sent. */
export function inputOf({ type, values }: GrantTermsFragment['filter']): GrantFilterInput {
  return type === 'all' ? { type } : { type, values: values.map(({ id }) => id) }
}

function kindOf({ state, expiresAt }: GrantTermsFragment) {
  if (state === 'expired') return 'year'
  return expiresAt === null ? 'none' : 'kept'
}
