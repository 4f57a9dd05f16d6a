import type pg from 'pg'

/**
 * Runs `work` on a connection of its own, in a transaction that the statements of `begin` begin. An error closes the
 * connection: that ends the transaction, and rows that are still in transit.
 */
export async function inTransaction<Result>(
  pool: pg.Pool,
  begin: string,
  work: (client: pg.PoolClient) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect()
  // The next statement throws the error of a connection that breaks between two of them.
  const ignore = () => {}
  client.on('error', ignore)
  try {
    await client.query(begin)
    const result = await work(client)
    await client.query('COMMIT')
    client.off('error', ignore)
    client.release()
    return result
  } catch (error) {
    client.release(true)
    throw error
  }
}
