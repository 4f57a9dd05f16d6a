import type { AssetFilterType, Category, GrantFilterInput, Scope } from '../generated/graphql.ts'

/** One thing that a filter names, with the words that its owner knows it by. */
export interface Named {
  readonly id: string
  readonly label: string
}

/** Which assets, while they are being chosen: what was picked for one type is kept beside the others. */
export interface FilterChoice {
  /** Null: nothing is chosen for the reader. */
  readonly type: AssetFilterType | null
  readonly categories: readonly Category[]
  readonly items: readonly Named[]
  readonly collectionId: string | null
}

export type ExpiryKind = 'kept' | 'none' | 'month' | 'year' | 'date'

export interface ExpiryChoice {
  readonly kind: ExpiryKind
  /** YYYY-MM-DD, for the kind `date`. */
  readonly date: string
}

/** The terms of a grant, while they are being chosen. */
export interface TermsChoice {
  readonly scopes: readonly Scope[]
  readonly filter: FilterChoice
  readonly expiry: ExpiryChoice
}

export const NO_FILTER_YET: FilterChoice = {
  type: null,
  categories: [],
  items: [],
  collectionId: null,
}

/** What is missing of an own date. */
export const NO_DAY_YET = 'Choose a date in the future.'

const DAY_MS = 86_400_000
const DAYS = { month: 30, year: 365 }

/** The filter as it is sent; null while something is still to be chosen. */
export function filterInput(choice: FilterChoice): GrantFilterInput | null {
  const { type, categories, items, collectionId } = choice
  if (type === null || missingOf(choice) !== null) return null
  if (type === 'category') return { type, values: [...categories] }
  if (type === 'items') return { type, values: items.map(({ id }) => id) }
  if (type === 'collection' && collectionId !== null) return { type, values: [collectionId] }
  return { type }
}

/** What the choice comes to so far: the whole portfolio before anything is chosen, nothing before something is picked. */
export function filterSoFar(choice: FilterChoice): GrantFilterInput {
  const { type } = choice
  if (type === null) return { type: 'all' }
  return filterInput(choice) ?? { type: 'items', values: [] }
}

/** What is still to be chosen, in words; null where the choice is whole. */
export function missingOf(choice: FilterChoice): string | null {
  const { type, categories, items, collectionId } = choice
  if (type === null) return 'Choose which assets.'
  if (type === 'category' && categories.length === 0) return 'Choose at least one category.'
  if (type === 'items' && items.length === 0) return 'Choose at least one asset.'
  if (type === 'collection' && collectionId === null) return 'Choose a collection.'
  return null
}

/** When the grant ends: an instant, null for never. An own date holds until its last second here. */
export function expiryOf({ kind, date }: ExpiryChoice, kept: string | null): string | null {
  if (kind === 'kept') return kept
  if (kind === 'none') return null
  if (kind === 'date') return new Date(`${date}T23:59:59`).toISOString()
  return new Date(Date.now() + DAYS[kind] * DAY_MS).toISOString()
}

/** Whether an own date is there, and ahead. */
export function isExpiryWhole({ kind, date }: ExpiryChoice): boolean {
  return kind !== 'date' || Date.parse(`${date}T23:59:59`) > Date.now()
}
