import type { AssetFilterType, Category, GrantFilterInput, Scope } from '../../generated/graphql.ts'
import { t } from '../../i18n/text.ts'
import type { FilterValue } from '../../words/asset-filter.ts'
import { daysFromNow, endOfDay } from '../../words/dates.ts'

/** The filter while it is being chosen. A change of type keeps what was chosen for the other types. */
export interface FilterChoice {
  /** Null until the user chooses; nothing is preselected. */
  readonly type: AssetFilterType | null
  readonly categories: readonly Category[]
  readonly items: readonly FilterValue[]
  readonly collectionId: string | null
}

/** `current` keeps the end date that the grant has. */
export type ExpiryKind = 'current' | 'none' | 'month' | 'year' | 'date'

export interface ExpiryChoice {
  readonly kind: ExpiryKind
  /** YYYY-MM-DD, for the kind `date`. */
  readonly date: string
}

/** The terms of a grant while they are being chosen. */
export interface TermsChoice {
  readonly scopes: readonly Scope[]
  readonly filter: FilterChoice
  readonly expiry: ExpiryChoice
}

export const EMPTY_FILTER: FilterChoice = {
  type: null,
  categories: [],
  items: [],
  collectionId: null,
}

export const DATE_REQUIRED = t('Choose a date in the future.')

export const DAYS = { month: 30, year: 365 }

interface ValueChoice {
  readonly chosen: (choice: FilterChoice) => string[]
  /** The prompt while nothing is chosen. */
  readonly prompt: string
}

/** The values of each type of filter; null: it takes none. */
const VALUES: Readonly<Record<AssetFilterType, ValueChoice | null>> = {
  all: null,
  category: {
    chosen: ({ categories }) => [...categories],
    prompt: t('Choose at least one category.'),
  },
  items: {
    chosen: ({ items }) => items.map(({ id }) => id),
    prompt: t('Choose at least one asset.'),
  },
  collection: {
    chosen: ({ collectionId }) => (collectionId === null ? [] : [collectionId]),
    prompt: t('Choose a collection.'),
  },
}

/** The filter as it is sent; null while the choice is incomplete. */
export function toFilterInput(choice: FilterChoice): GrantFilterInput | null {
  const { type } = choice
  if (type === null || findMissing(choice) !== null) return null
  const values = VALUES[type]?.chosen(choice)
  return { type, ...(values && { values }) }
}

/** The filter to preview: all assets before a type is chosen, none while the choice is incomplete. */
export function toPreviewFilter(choice: FilterChoice): GrantFilterInput {
  if (choice.type === null) return { type: 'all' }
  return toFilterInput(choice) ?? { type: 'items', values: [] }
}

/** Asks for what the choice still needs; null if it is complete. */
export function findMissing(choice: FilterChoice): string | null {
  if (choice.type === null) return t('Choose which assets.')
  const values = VALUES[choice.type]
  return values && values.chosen(choice).length === 0 ? values.prompt : null
}

/** The end of the grant as RFC 3339; null for none. A chosen date is included up to its last second. */
export function toExpiresAt(
  { kind, date }: ExpiryChoice,
  currentExpiry: string | null,
  now: number,
): string | null {
  if (kind === 'current') return currentExpiry
  if (kind === 'none') return null
  if (kind === 'date') return endOfDay(date)
  return daysFromNow(DAYS[kind], now)
}

/** Whether the choice needs no date, or has one in the future. */
export function isExpiryComplete({ kind, date }: ExpiryChoice, now: number): boolean {
  if (kind !== 'date') return true
  const end = endOfDay(date)
  return end !== null && Date.parse(end) > now
}
