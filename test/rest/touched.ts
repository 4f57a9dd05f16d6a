import pg from 'pg'
import { vi } from 'vitest'
import type { TestGateway } from '../support/gateway.ts'
import { read } from './walk.ts'

/** The pages of the database that the statements of a request touch, without that which identifies its caller. */
export function touchedBy(gateway: TestGateway, url: string, key: string): Promise<number> {
  return touchedDuring(gateway, () => read(gateway, url, key))
}

/** The same for any request. */
export async function touchedDuring(
  gateway: TestGateway,
  request: () => Promise<unknown>,
): Promise<number> {
  const query = vi.spyOn(gateway.serving.pool, 'query')
  await request()
  const statements = query.mock.calls.map(([statement]) => statement)
  vi.restoreAllMocks()
  let touched = 0
  for (const statement of statements) {
    const { text, values } = Object(statement)
    const identifies = values.some(Buffer.isBuffer)
    if (!identifies) touched += await touchedByStatement(gateway, text, values)
  }
  return touched
}

// As a prepared statement, since the plan of the gateway knows no values. EXECUTE takes literals only.
async function touchedByStatement(
  gateway: TestGateway,
  text: string,
  values: unknown[],
): Promise<number> {
  const literals = values.map(literalOf)
  const client = await gateway.serving.pool.connect()
  try {
    await client.query(`PREPARE page AS ${text}`)
    const { rows } = await client.query(
      `EXPLAIN (ANALYZE, BUFFERS, TIMING OFF, FORMAT JSON) EXECUTE page (${literals.join(', ')})`,
    )
    await client.query('DEALLOCATE page')
    const plan = rows[0]['QUERY PLAN'][0].Plan
    return plan['Shared Hit Blocks'] + plan['Shared Read Blocks']
  } finally {
    client.release()
  }
}

function literalOf(value: unknown): string {
  if (Array.isArray(value)) return `ARRAY[${value.map(literalOf).join(', ')}]`
  return pg.escapeLiteral(value instanceof Date ? value.toISOString() : String(value))
}
