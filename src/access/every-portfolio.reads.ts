import type pg from 'pg'
import { MAX_PAGE_SIZE } from '../values/page-size.ts'
import type { Partner } from './caller.ts'
import { listAccessible } from './grant.reads.ts'
import type { PortfolioAccess } from './visibility.ts'

/** The most portfolios that one field reads together. */
export const MAX_TOGETHER = 1_000

/**
 * The portfolios of a key in order of client id, after `after`, in pages: each portfolio takes locks of the server while its
 * page is read, and the filter of each may have a thousand values in memory. `most` is how many the caller takes.
 */
export async function* everyPortfolio(
  pool: pg.Pool,
  partner: Partner,
  { after, most }: { readonly after: string | null; readonly most: number },
  now: Date,
): AsyncGenerator<readonly PortfolioAccess[]> {
  const limit = Math.min(MAX_PAGE_SIZE, most)
  for (let position = after; ; ) {
    const page = await listAccessible(pool, partner, { after: position, limit, offset: 0 }, now)
    const last = page.at(-1)
    if (!last) return
    yield page
    position = last.visibility.clientId
  }
}
