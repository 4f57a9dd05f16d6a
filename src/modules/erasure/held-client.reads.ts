import { notFound, requireIdShape } from '../../values/ids.ts'
import type { HeldData } from './held-data.ts'
import { addressPattern, namePattern } from './naming.ts'

export type HeldClient = Awaited<ReturnType<typeof findHeldClient>>

export type Query = (
  text: string,
  values: readonly unknown[],
) => Promise<readonly Readonly<Record<string, unknown>>[]>

/** Reads the values that find the rows of a client. Throws `record_not_found` for a person without a portfolio. */
export async function findHeldClient(query: Query, id: string) {
  requireIdShape('user', id)
  const [user] = await query('SELECT email, name FROM users WHERE id = $1', [id])
  const portfolio = await query('SELECT 1 AS found FROM portfolios WHERE client_id = $1', [id])
  if (!user || portfolio.length === 0) throw notFound('client')
  const grants = await query('SELECT id FROM grants WHERE client_id = $1', [id])
  const references = await query(REFERENCES, [id])
  const email = String(user.email)
  const address = addressPattern(email)
  return {
    id,
    email,
    address,
    naming: `(${namePattern(String(user.name))}|${address})`,
    grants: grants.map((grant) => String(grant.id)),
    references: references.map(({ known }) => String(known)),
  }
}

// The references under which firms know the client, each after the id of the firm and a space.
const REFERENCES = `
  SELECT k.firm_id || ' ' || g.reference AS known FROM grants g JOIN api_keys k ON k.id = g.key_id
   WHERE g.client_id = $1 AND g.reference IS NOT NULL`

/** The value of $1 in the condition of these rows. */
export function valueFor({ by }: Pick<HeldData, 'by'>, client: HeldClient) {
  return client[by]
}
