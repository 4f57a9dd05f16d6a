import type { ChangeableGrantFragment, GrantFilterInput, Scope } from '../../generated/graphql.ts'
import { EMPTY_FILTER, type ExpiryChoice, type TermsChoice, toFilterInput } from './terms.ts'

type Grant = Omit<ChangeableGrantFragment, 'id' | 'version' | 'effectiveScopes'>

/** The terms of a grant as the initial choice when it is changed, with the scopes that the firm asks for. */
export function choiceFromGrant(grant: Grant, asked: readonly Scope[] = []): TermsChoice {
  const { type, values } = grant.filter
  const scopes = [...grant.scopes, ...asked]
  return {
    scopes: grant.key.scopes.filter((scope) => scopes.includes(scope)),
    filter: { ...EMPTY_FILTER, type, ...(type !== 'all' && { [type]: values }) },
    expiry: expiryOf(grant),
  }
}

/** Whether two choices come to the same terms. */
export function isSameChoice(one: TermsChoice, other: TermsChoice): boolean {
  return canonical(one) === canonical(other)
}

function canonical({ scopes, filter, expiry }: TermsChoice): string {
  const input = toFilterInput(filter)
  return JSON.stringify([scopes.toSorted(), input?.type, input?.values?.toSorted(), expiry])
}

/** The present access of the firm, to compare a choice with. It has no scopes that the key does not have. */
export type CurrentTerms = Pick<ChangeableGrantFragment, 'effectiveScopes' | 'filter'>

/** The filter of a grant as it is sent. */
export function filterInputFromGrant({ type, values }: Grant['filter']): GrantFilterInput {
  return { type, values: values.map(({ id }) => id) }
}

// The end of an expired grant is in the past and cannot be kept.
function expiryOf({ state, expiresAt }: Grant): ExpiryChoice {
  if (state === 'expired') return { kind: 'year', date: '', current: null }
  return { kind: expiresAt === null ? 'none' : 'current', date: '', current: expiresAt }
}

/** A change of a grant as it is sent. */
export function changeInput<Terms extends { readonly expiresAt: string | null }>(
  { id: grantId, version }: Pick<ChangeableGrantFragment, 'id' | 'version'>,
  { expiresAt, ...terms }: Terms,
) {
  const expiry = expiresAt === null ? { clearExpiry: true } : { expiresAt }
  return { grantId, version, ...terms, ...expiry }
}
