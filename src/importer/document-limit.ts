import type pg from 'pg'
import { MAX_DOCUMENTS } from '../values/page-size.ts'

/**
 * Deletes from the staging table the documents that would give an asset more than `MAX_DOCUMENTS`, and
 * inserts their lines into `unresolved`. Removals, and changes of documents that the asset already has, count
 * first. New documents follow in the order of the file.
 */
export async function removeExcessDocuments(
  client: pg.ClientBase,
  clientId: string,
): Promise<void> {
  await client.query('CREATE TEMP TABLE excess_documents (line bigint) ON COMMIT DROP')
  let found: number
  // A document that may not move to another asset stays with its old one. This can again be too many there.
  do {
    await client.query('TRUNCATE excess_documents')
    found = (await client.query(FIND_EXCESS, [clientId, MAX_DOCUMENTS])).rowCount ?? 0
    await client.query(
      'DELETE FROM staged_documents n USING excess_documents e WHERE n.line = e.line',
    )
    await client.query(REPORT_EXCESS)
  } while (found > 0)
}

const REASON = `an asset with at most ${MAX_DOCUMENTS} documents`

const REPORT_EXCESS = `
  INSERT INTO unresolved SELECT line, 'document', 'asset', '${REASON}' FROM excess_documents`

const FIND_EXCESS = `
  INSERT INTO excess_documents
  WITH candidates AS (
    SELECT n.asset, a.registry_id
      FROM (SELECT asset, count(*) AS total FROM staged_documents WHERE NOT removed GROUP BY asset) n
      LEFT JOIN assets a ON a.client_id = $1 AND a.ref = n.asset
     WHERE n.total + coalesce(a.document_count, 0) > $2::int),
  kept AS (
    SELECT c.asset, count(*) AS total
      FROM candidates c
      JOIN documents d ON d.client_id = $1 AND d.registry_id = c.registry_id
      LEFT JOIN (TABLE staged_documents) n ON n.ref = d.ref
     WHERE n.ref IS NULL OR n.asset = c.asset
     GROUP BY c.asset),
  added AS (
    SELECT n.line, n.asset, row_number() OVER (PARTITION BY n.asset ORDER BY n.line) AS place
      FROM candidates c
      JOIN (TABLE staged_documents) n ON n.asset = c.asset
      LEFT JOIN documents d ON d.client_id = $1 AND d.ref = n.ref AND d.registry_id = c.registry_id
     WHERE d.ref IS NULL)
  SELECT added.line FROM added LEFT JOIN kept USING (asset)
   WHERE added.place + coalesce(kept.total, 0) > $2::int`
