import type pg from 'pg'
import { MAX_PAGE_SIZE } from '../values/page-size.ts'
import type { Partner } from './caller.ts'
import { listAccessible } from './grant.reads.ts'
import type { PortfolioAccess } from './visibility.ts'

/** The most portfolios that one field reads together. */
export const MAX_TOGETHER = 1_000

/**
 * The portfolios of a key in order of client id, up to `limit`. They are read in pages, because each takes locks of the
 * server while its page is read.
 */
export async function listEvery(
  pool: pg.Pool,
  partner: Partner,
  { after, limit }: { readonly after: string | null; readonly limit: number },
  now: Date,
): Promise<PortfolioAccess[]> {
  const found: PortfolioAccess[] = []
  let position = after
  while (found.length < limit) {
    const size = Math.min(MAX_PAGE_SIZE, limit - found.length)
    const range = { after: position, limit: size, offset: 0 }
    const page = await listAccessible(pool, partner, range, now)
    found.push(...page)
    const last = page.at(-1)
    if (page.length < size || !last) return found
    position = last.visibility.clientId
  }
  return found
}
