import { ALL_SCOPES, SCOPES } from '../components/scopes.ts'
import type {
  AssetFilterType,
  GrantEventFragment,
  GrantTermsFragment,
} from '../generated/graphql.ts'
import type { Fact } from '../grant-terms/facts.tsx'
import { filterInWords } from '../grant-terms/filter-words.ts'
import { dateInWords, listInWords } from '../words.ts'

const ACTIONS: Readonly<Record<string, string>> = {
  'grant.created': 'Given',
  'grant.updated': 'Changed',
  'grant.revoked': 'Revoked',
  'grant.returned': 'Given back by the firm',
}

/** What was done; the list is open, and what is not known here is shown as it is. */
export function actionInWords(action: string): string {
  return ACTIONS[action] ?? action
}

/** What an event changed against the one before it; all of it where that one is not known. */
export function changesInWords(
  event: GrantEventFragment,
  older: GrantEventFragment | undefined,
  grant: GrantTermsFragment,
): Fact[] {
  const now = valuesOf(event)
  const before = older ? valuesOf(older) : new Map<string, string>()
  const differs = (...names: string[]) =>
    names.some((name) => now.has(name) && now.get(name) !== before.get(name))
  return [
    ['May see', differs('scopes') ? scopesInWords(now.get('scopes') ?? '') : null],
    ['Of', differs('asset filter', 'filter values') ? assetsInWords(now, grant) : null],
    ['Ends', differs('expires at') ? endInWords(now.get('expires at') ?? '') : null],
  ]
}

function valuesOf({ changes }: GrantEventFragment): ReadonlyMap<string, string> {
  return new Map(changes.map(({ name, value }) => [name, value]))
}

function scopesInWords(value: string): string {
  const names = value.split(', ')
  const known = ALL_SCOPES.filter((scope) => names.includes(scope))
  return listInWords(known.map((scope) => SCOPES[scope].label))
}

// The names of today's assets and collections are known; of others, the id.
function assetsInWords(now: ReadonlyMap<string, string>, grant: GrantTermsFragment): string {
  const type = TYPES.find((each) => each === now.get('asset filter'))
  if (!type) return now.get('asset filter') ?? ''
  const ids = (now.get('filter values') ?? 'none').split(', ').filter((id) => id !== 'none')
  const labelOf = (id: string) => grant.filter.values.find((each) => each.id === id)?.label ?? id
  const values = ids.map((id) => ({ id, label: labelOf(id) }))
  return filterInWords({ type, count: values.length, values })
}

const TYPES: readonly AssetFilterType[] = ['all', 'category', 'items', 'collection']

function endInWords(value: string): string {
  return value === 'none' ? 'Not until it is revoked' : dateInWords(value)
}
