import type { GrantFilterInput, GrantTermsFragment } from '../generated/graphql.ts'
import { isCategory } from '../labels/categories.ts'
import { EMPTY_FILTER, type ExpiryKind, type TermsChoice } from './terms.ts'

type Grant = Pick<GrantTermsFragment, 'scopes' | 'filter' | 'key' | 'state' | 'expiresAt'>

/** The terms of a grant as the initial choice when it is edited. */
export function choiceFromGrant(grant: Grant): TermsChoice {
  const { type, values } = grant.filter
  const filter = {
    ...EMPTY_FILTER,
    type,
    ...(type === 'category' && { categories: values.map(({ id }) => id).filter(isCategory) }),
    ...(type === 'items' && { items: values }),
    ...(type === 'collection' && { collectionId: values[0]?.id ?? null }),
  }
  const { scopes, key } = grant
  return {
    scopes: key.scopes.filter((scope) => scopes.includes(scope)),
    filter,
    expiry: { kind: expiryKindOf(grant), date: '' },
  }
}

/** The filter of a grant as it is sent. */
export function filterInputFromGrant({ type, values }: Grant['filter']): GrantFilterInput {
  return type === 'all' ? { type } : { type, values: values.map(({ id }) => id) }
}

// The end of an expired grant is in the past and cannot be kept.
function expiryKindOf({ state, expiresAt }: Grant): ExpiryKind {
  if (state === 'expired') return 'year'
  return expiresAt === null ? 'none' : 'current'
}
