import { expect, test, vi } from 'vitest'
import { testGateway } from '../support/gateway.ts'
import { clientWith, grantWith, keyWith } from '../support/portfolio.ts'

const gateway = testGateway()
const { database } = gateway

// The table of locks belongs to the whole server, so a list must not take locks for the rows that it skips.
test('a page by number locks its own portfolios, and none before it', async () => {
  const { id, secret } = await keyWith(database)
  for (let i = 0; i < 5; i++) await grantWith(database, id, await clientWith(database, []))
  const query = vi.spyOn(gateway.serving.pool, 'query')
  await gateway.request('/api/v1/me?page=4&page_size=1', { key: secret })
  const lists = query.mock.calls
    .map(([sent]) => Object(sent))
    .filter(({ text }) => text?.includes('OFFSET'))
  vi.restoreAllMocks()
  expect(lists).toHaveLength(1)
  const client = await gateway.serving.pool.connect()
  try {
    await client.query('BEGIN')
    for (const { text, values } of lists) await client.query(text, values)
    const { rows } = await client.query(
      "SELECT count(*)::int AS locks FROM pg_locks WHERE locktype = 'advisory' AND pid = pg_backend_pid()",
    )
    // Two for each portfolio of the page, and for the row that shows that a next page exists.
    expect(rows[0].locks).toBeLessThanOrEqual(4)
  } finally {
    await client.query('ROLLBACK')
    client.release()
  }
})
