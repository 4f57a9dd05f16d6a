import type { Request } from 'express'
import type { Access } from './access.ts'
import { ApiError } from './api-error.ts'
import { text } from './paging.ts'
import type { ListFilters } from './statements.ts'

/** The filters of a list of assets, as their texts. */
export type Filters = Readonly<Partial<Record<ListFilters[number], string>>>

const FILTERS = ['category', 'minValue', 'maxValue'] as const

/** Reads the filters of a request; throws an ApiError for a range of values that the scopes do not allow. */
export function readFilters(request: Request, { scopes }: Access): Filters {
  const category = text(request, 'category')
  const minValue = text(request, 'min_value')
  const maxValue = text(request, 'max_value')
  if ((minValue ?? maxValue) && !scopes.includes('valuation'))
    throw new ApiError(403, 'insufficient_scope', 'A range of values needs the valuation scope.')
  return {
    ...(category && { category }),
    ...(minValue && { minValue }),
    ...(maxValue && { maxValue }),
  }
}

/** The names of the filters that are given. */
export function namesOf(filters: Filters): ListFilters {
  return FILTERS.filter((name) => filters[name] !== undefined)
}

/** The values that the cursors of a list of assets are bound to. */
export function listOf(request: Request): readonly unknown[] {
  const filter = (name: string) => text(request, name) ?? null
  const [category, minValue, maxValue] = ['category', 'min_value', 'max_value'].map(filter)
  const since = filter('updated_since')
  const updatedSince = since && new Date(since)
  return ['assets', { category, minValue, maxValue, updatedSince, search: null }]
}
