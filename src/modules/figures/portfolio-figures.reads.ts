import type pg from 'pg'
import { isText, orNull, type RowOf, rowReader } from '../../access/stored-row.ts'
import { readRows } from '../../database/statement.ts'

const group = {
  name: isText,
  firmName: orNull(isText),
  assets: isText,
  value: orNull(isText),
  valued: isText,
  documents: orNull(isText),
}
const readGroup = rowReader('platform_figures', group)

/** The rounded sums of a group of portfolios. Its name is a currency, and a category or the id of a firm. */
export type PortfolioGroup = RowOf<typeof group>

const columnOf = (figure: string) => `(max(f.count) FILTER (WHERE f.figure = '${figure}'))::text`

const GROUPS = `
  SELECT f.name, firm.name AS "firmName", ${columnOf('portfolio_assets')} AS assets,
         ${columnOf('portfolio_value')} AS value, ${columnOf('portfolio_valued')} AS valued,
         ${columnOf('portfolio_documents')} AS documents
    FROM platform_figures f LEFT JOIN firms firm ON firm.id = split_part(f.name, ' ', 2)
   WHERE f.day = $1 AND f.figure LIKE 'portfolio\\_%' AND f.name > $2
   GROUP BY f.name, firm.name ORDER BY f.name LIMIT $3`

/** The groups of a month after a name, in the order of their names. The month is its first instant. */
export async function readPortfolioGroups(
  pool: pg.Pool,
  { month, after, limit }: { readonly month: Date; readonly after: string; readonly limit: number },
): Promise<PortfolioGroup[]> {
  return (await readRows(pool, GROUPS, [month, after, limit], 'portfolio_groups')).map(readGroup)
}
