import { serverNow } from '../../data/server-clock.ts'
import type { AssetFilterType, GrantFilterInput, Scope } from '../../generated/graphql.ts'
import { t } from '../../i18n/text.ts'
import type { FilterValue } from '../../words/asset-filter.ts'
import { daysFromNow, endOfDay } from '../../words/dates.ts'

/** The types of filter that have values. */
export type ValuedType = Exclude<AssetFilterType, 'all'>

/** The filter while it is being chosen. A change of type keeps what was chosen for the other types. */
export interface FilterChoice extends Readonly<Record<ValuedType, readonly FilterValue[]>> {
  /** Null until the user chooses; nothing is preselected. */
  readonly type: AssetFilterType | null
}

/** `current` keeps the end date that the grant has. */
export type ExpiryKind = 'current' | 'none' | 'month' | 'year' | 'date'

export interface ExpiryChoice {
  readonly kind: ExpiryKind
  /** YYYY-MM-DD, for the kind `date`. */
  readonly date: string
  /** The end date that the grant has and can keep. */
  readonly current: string | null
}

/** The terms of a grant while they are being chosen. */
export interface TermsChoice {
  readonly scopes: readonly Scope[]
  readonly filter: FilterChoice
  readonly expiry: ExpiryChoice
}

export const EMPTY_FILTER: FilterChoice = { type: null, category: [], items: [], collection: [] }

export const DATE_REQUIRED = t('Choose a date in the future.')

export const DAYS = { month: 30, year: 365 }

// While no value is chosen.
const PROMPTS: Readonly<Record<ValuedType, string>> = {
  category: t('Choose at least one category.'),
  items: t('Choose at least one asset.'),
  collection: t('Choose a collection.'),
}

/** The filter as it is sent; null while the choice is incomplete. */
export function toFilterInput(choice: FilterChoice): GrantFilterInput | null {
  const { type } = choice
  if (type === null || findMissing(choice) !== null) return null
  return type === 'all' ? { type } : { type, values: choice[type].map(({ id }) => id) }
}

/** The filter to preview: all assets before a type is chosen, none while the choice is incomplete. */
export function toPreviewFilter(choice: FilterChoice): GrantFilterInput {
  if (choice.type === null) return { type: 'all' }
  return toFilterInput(choice) ?? { type: 'items', values: [] }
}

/** Asks for what the choice still needs; null if it is complete. */
export function findMissing(choice: FilterChoice): string | null {
  const { type } = choice
  if (type === null) return t('Choose which assets.')
  return type === 'all' || choice[type].length > 0 ? null : PROMPTS[type]
}

/**
 * The end of the grant as RFC 3339, with days counted from `now`; null for none. A chosen day is included up to its
 * last second. Undefined: it is not a day to come.
 */
export function toExpiresAt(
  { kind, date, current }: ExpiryChoice,
  now: number,
): string | null | undefined {
  if (kind === 'current') return current
  if (kind === 'none') return null
  if (kind !== 'date') return daysFromNow(DAYS[kind], now)
  const end = endOfDay(date)
  // A day is compared with the present: the page may be open for long.
  return end !== null && Date.parse(end) > serverNow() ? end : undefined
}
