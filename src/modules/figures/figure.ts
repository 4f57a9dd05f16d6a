import type { ServiceScope } from '../../access/caller.ts'

/** Every figure, with the scope that a service account needs to read it. */
export const FIGURE_SCOPES = {
  served: 'figures:requests',
  errors: 'figures:requests',
  webhooks: 'figures:webhooks',
  firms: 'figures:accounts',
  keys: 'figures:accounts',
  grants: 'figures:accounts',
} as const satisfies Readonly<Record<string, ServiceScope>>

export type Figure = keyof typeof FIGURE_SCOPES

/** The figures that these scopes show. */
export function figuresOf(scopes: readonly ServiceScope[]): Figure[] {
  const figures = Object.keys(FIGURE_SCOPES) as Figure[]
  return figures.filter((figure) => scopes.includes(FIGURE_SCOPES[figure]))
}

const STEP = 5

/** A count as it is shown. */
export interface ShownCount {
  /** A multiple of 5. Null: the count is 1, 2, 3 or 4. */
  readonly count: number | null
  readonly isUnderFive: boolean
}

/**
 * A count in steps of five. A count from 1 to 4 may be of one person. A greater one is rounded down, so that neither the
 * difference of two days nor that of two counts shows a small number.
 */
export function showCount(count: number): ShownCount {
  const isUnderFive = count > 0 && count < STEP
  return { count: isUnderFive ? null : count - (count % STEP), isUnderFive }
}
