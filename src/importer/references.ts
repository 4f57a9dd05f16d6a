import type pg from 'pg'
import { MAX_DOCUMENTS } from '../values/page-size.ts'
import { MAX_LISTED, MAX_OF_LINE, printable } from './bad-members.ts'
import type { ImportRecord } from './record-schema.ts'
import type { Staging } from './staging.ts'

/**
 * Deletes from the staging tables the records that refer to an asset or a collection that is neither in the
 * file nor in the portfolio, and the records that a later line replaces. A bad line counts as absent, also
 * for the lines that refer to its asset. Documents beyond the limit of their asset are deleted last.
 */
export async function removeUnresolved(client: pg.ClientBase, clientId: string, staging: Staging) {
  await client.query(
    'CREATE TEMP TABLE unresolved (line bigint, type text, member text, given text) ON COMMIT DROP',
  )
  if (staging.has('staged_collection_items')) {
    await client.query(UNKNOWN_COLLECTIONS, [clientId])
    await client.query(deleteUnresolved('staged_assets'))
  }
  if (staging.has('staged_collections')) await client.query(supersede('staged_collections', 'ref'))
  await client.query(supersede('staged_assets', 'ref'))
  if (staging.has('staged_valuations')) await checkValuations(client, clientId)
  if (staging.has('staged_documents')) await checkDocuments(client, clientId)
  return readUnresolved(client)
}

async function checkValuations(client: pg.ClientBase, clientId: string): Promise<void> {
  await client.query(unknownAssets('staged_valuations', 'valuation'), [clientId])
  await client.query(deleteUnresolved('staged_valuations'))
  await client.query(supersede('staged_valuations', 'asset, valued_at, source'))
  await client.query(DELETE_WITH_ASSET)
}

async function checkDocuments(client: pg.ClientBase, clientId: string): Promise<void> {
  await client.query(unknownAssets('staged_documents', 'document'), [clientId])
  await client.query(deleteUnresolved('staged_documents'))
  await client.query(supersede('staged_documents', 'ref'))
  await client.query(REMOVE_WITH_ASSET)
  await removeExcessDocuments(client, clientId)
}

const UNKNOWN_COLLECTIONS = `
  INSERT INTO unresolved
  SELECT line, 'asset', format('collections[%s]', position), collection
    FROM (SELECT line, position, collection, row_number() OVER (PARTITION BY line ORDER BY position) AS place
            FROM (TABLE staged_collection_items) i
           WHERE NOT EXISTS (SELECT FROM (TABLE staged_collections) c WHERE c.ref = i.collection)
             AND NOT EXISTS (SELECT FROM collections c WHERE c.client_id = $1 AND c.ref = i.collection)) unknown
   WHERE place <= ${MAX_OF_LINE}`

// A record before the removal of its asset is removed with the asset. A record after the removal refers to a missing
// asset, unless a later line has the asset again. A removal may refer to anything, also to a missing asset.
function unknownAssets(table: string, type: ImportRecord['type']): string {
  return `
    INSERT INTO unresolved
    SELECT n.line, '${type}', 'asset', n.asset
      FROM (TABLE ${table}) n
      LEFT JOIN (TABLE staged_assets) s ON s.ref = n.asset
      LEFT JOIN assets a ON a.client_id = $1 AND a.ref = n.asset
     WHERE NOT n.removed
       AND CASE WHEN s.ref IS NULL THEN a.ref IS NULL ELSE s.removed AND s.line < n.line END`
}

function deleteUnresolved(table: string): string {
  return `DELETE FROM ${table} n USING unresolved u WHERE u.line = n.line`
}

function supersede(table: string, identity: string): string {
  return `
    DELETE FROM ${table} n
     USING (SELECT line, row_number() OVER (PARTITION BY ${identity} ORDER BY line DESC) AS age
              FROM ${table}) ranked
     WHERE ranked.line = n.line AND ranked.age > 1`
}

const DELETE_WITH_ASSET =
  'DELETE FROM staged_valuations n USING staged_assets s WHERE s.ref = n.asset AND s.removed'

// A stored document can still belong to another asset, from which the file moves it.
const REMOVE_WITH_ASSET = `
  UPDATE staged_documents n SET removed = true, asset = NULL
    FROM staged_assets s WHERE s.ref = n.asset AND s.removed`

// The numbers of these records, and the first of them by line number.
async function readUnresolved(client: pg.ClientBase) {
  const counts = await client.query<{ type: ImportRecord['type']; count: number }>(
    'SELECT type, count(DISTINCT line)::int AS count FROM unresolved GROUP BY type',
  )
  const lines = await client.query<{ line: number; member: string; given: string | null }>(
    'SELECT line::float8 AS line, member, given FROM unresolved ORDER BY line, length(member), member LIMIT $1',
    [MAX_LISTED],
  )
  return {
    counts: new Map(counts.rows.map(({ type, count }) => [type, count])),
    lines: lines.rows.map(({ line, member, given }) => {
      const reason = given === null ? EXCESS : describeUnknown(member, given)
      return { line, column: null, member, reason: `expected ${reason}` }
    }),
  }
}

function describeUnknown(member: string, given: string): string {
  const noun = member === 'asset' ? 'an asset' : 'a collection'
  return `the ref of ${noun} in the portfolio or on a valid line of the file, not "${printable(given)}"`
}

// Deletes from the staging table the documents that would give an asset more than `MAX_DOCUMENTS`, and inserts their
// lines into `unresolved`. Removals, and changes of documents that the asset already has, count first. New documents
// follow in the order of the file.
async function removeExcessDocuments(client: pg.ClientBase, clientId: string): Promise<void> {
  let found: number
  // A document that may not move to another asset stays with its old one. This can again be too many there.
  do {
    found = (await client.query(FIND_EXCESS, [clientId, MAX_DOCUMENTS])).rowCount ?? 0
    await client.query(deleteUnresolved('staged_documents'))
  } while (found > 0)
}

const EXCESS = `an asset with at most ${MAX_DOCUMENTS} documents`

const FIND_EXCESS = `
  INSERT INTO unresolved
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
  SELECT added.line, 'document', 'asset' FROM added LEFT JOIN kept USING (asset)
   WHERE added.place + coalesce(kept.total, 0) > $2::int`
