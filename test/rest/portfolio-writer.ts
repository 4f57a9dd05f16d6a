import type { Transaction } from '../../src/database/change.ts'
import type { Database } from '../../src/database/client.ts'

/** Statements on one portfolio within a transaction that has locked it, as an import locks it. */
export interface PortfolioWriter {
  /** Gives a few random assets another title. */
  retitle(title: string): Promise<void>
  /** Removes a number of random assets. */
  remove(count: number): Promise<void>
  add(registryId: string): Promise<void>
}

/** Runs work in one transaction whose changes all have one instant. */
export async function writePortfolio(
  { prisma }: Database,
  clientId: string,
  work: (writer: PortfolioWriter) => Promise<void>,
): Promise<void> {
  const whole = async (tx: Transaction) => {
    await tx.$queryRaw`SELECT 1 FROM portfolios WHERE client_id = ${clientId} FOR NO KEY UPDATE`
    const [{ at } = { at: new Date() }] = await tx.$queryRaw<{ at: Date }[]>`
      SELECT greatest(date_trunc('milliseconds', clock_timestamp()), changed_at + interval '1 millisecond') AS at
        FROM portfolios WHERE client_id = ${clientId}`
    await tx.$executeRaw`
      UPDATE portfolios SET data_version = data_version + 1, changed_at = ${at} WHERE client_id = ${clientId}`
    await work(writerAt(tx, clientId, at))
  }
  await prisma.$transaction(whole, { maxWait: 20_000, timeout: 20_000 })
}

function writerAt(tx: Transaction, clientId: string, at: Date): PortfolioWriter {
  return {
    async retitle(title) {
      await tx.$executeRaw`
        UPDATE assets SET title = ${title}, registry_at = ${at}, updated_at = ${at}
         WHERE client_id = ${clientId} AND registry_id = ANY (${await pick(tx, clientId, 3)})`
    },
    async remove(count) {
      const ids = await pick(tx, clientId, count)
      await tx.$executeRaw`
        INSERT INTO removed_assets (client_id, ref, registry_id, id, removed_at)
        SELECT client_id, ref, registry_id, id, ${at} FROM assets
         WHERE client_id = ${clientId} AND registry_id = ANY (${ids})
        ON CONFLICT (client_id, ref) DO UPDATE SET removed_at = excluded.removed_at`
      await tx.$executeRaw`
        INSERT INTO tombstones (client_id, removed_at, registry_id, category, collection_ids, market_value)
        SELECT client_id, ${at}, registry_id, category, '{}', market_value FROM assets
         WHERE client_id = ${clientId} AND registry_id = ANY (${ids})`
      await tx.$executeRaw`
        DELETE FROM assets WHERE client_id = ${clientId} AND registry_id = ANY (${ids})`
    },
    async add(registryId) {
      const id = registryId.replace(/^ORY-..-/, 'item_')
      await tx.$executeRaw`
        INSERT INTO assets (client_id, registry_id, id, ref, title, category, created_at, updated_at,
                            registry_at, valuation_at, detail_at, category_detail_at, documentation_at,
                            estate_at, verification_at)
        VALUES (${clientId}, ${registryId}, ${id}, ${registryId}, 'New', 'coins', now(), ${at},
                ${at}, ${at}, ${at}, ${at}, ${at}, ${at}, ${at})`
    },
  }
}

async function pick(tx: Transaction, clientId: string, count: number): Promise<string[]> {
  const rows = await tx.$queryRaw<{ id: string }[]>`
    SELECT registry_id AS id FROM assets WHERE client_id = ${clientId} ORDER BY random() LIMIT ${count}`
  return rows.map(({ id }) => id)
}
