import type { CategorySum } from '../../access/totals-cache.ts'
import type { PortfolioAccess } from '../../access/visibility.ts'
import { type Context, poolOf } from '../../schema/context.ts'
import { readCategorySums } from './summary.reads.ts'

/** The totals of the visible assets by category, from the cache or read in one statement. */
export async function sumsOf(
  access: PortfolioAccess,
  context: Context,
): Promise<readonly CategorySum[]> {
  const [sums = []] = await sumsOfEach([access], context)
  return sums
}

/** The same for each of the portfolios, in their order. Those that are not in the cache are read in one statement. */
export async function sumsOfEach(
  accesses: readonly PortfolioAccess[],
  context: Context,
): Promise<(readonly CategorySum[])[]> {
  const known = accesses.map((access) => context.sums.find(access, 'summary'))
  const unknown = accesses.filter((_, at) => known[at] === undefined)
  const visibilities = unknown.map(({ visibility }) => visibility)
  const read = unknown.length === 0 ? null : await readCategorySums(poolOf(context), visibilities)
  return accesses.map(
    (access, at) =>
      known[at] ??
      context.sums.store(access, 'summary', read?.get(access.visibility.clientId) ?? []),
  )
}

/** The percentage of the recommended documents that are present, rounded down. 0 if none is recommended. */
export function completenessScoreOf(
  sums: readonly Pick<CategorySum, 'recommended' | 'present'>[],
): number {
  const recommended = total(sums.map((sum) => sum.recommended ?? 0))
  return recommended === 0
    ? 0
    : Math.floor((total(sums.map((sum) => sum.present ?? 0)) * 100) / recommended)
}

/** The sum of whole numbers. */
export function total(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0)
}
