import type pg from 'pg'
import {
  isInstant,
  isNumber,
  isText,
  orNull,
  type RowOf,
  rowReader,
} from '../../access/stored-row.ts'
import { readRows } from '../../database/statement.ts'

const consent = {
  clientId: isText,
  grantId: isText,
  version: isNumber,
  linkId: orNull(isText),
  purpose: orNull(isText),
  sentence: isText,
  firmSentence: isText,
  language: isText,
  at: isInstant,
}
const readConsent = rowReader('consents', consent)

const readLink = rowReader('consents', { grantId: isText, linkId: isText })

/** One agreement of a client. */
export type ConsentRow = RowOf<typeof consent>

interface ConsentRange {
  readonly limit: number
  /** Only consents to versions before this one. Null: all. */
  readonly before: number | null
}

/** The same range of consents for each grant, newest first. The caller must already be allowed to see the grants. */
export async function readConsents(
  pool: pg.Pool,
  grants: readonly { readonly clientId: string; readonly id: string }[],
  { limit, before }: ConsentRange,
): Promise<ConsentRow[]> {
  const clientIds = [...new Set(grants.map(({ clientId }) => clientId))]
  const rows = await readRows(
    pool,
    `SELECT client_id AS "clientId", grant_id AS "grantId", version, link_id AS "linkId", purpose,
            sentence, firm_sentence AS "firmSentence", language, at
       FROM (SELECT c.*, row_number() OVER (PARTITION BY c.client_id, c.grant_id ORDER BY c.version DESC) AS place
               FROM consents c
              WHERE c.client_id = ANY ($1::text[]) AND c.grant_id = ANY ($2::text[])
                AND ($3::int IS NULL OR c.version < $3)) newest
      WHERE place <= $4 ORDER BY client_id, grant_id, version DESC`,
    [clientIds, grants.map(({ id }) => id), before, limit],
    'consents',
  )
  return rows.map(readConsent)
}

/** The connection link that the client approved, by grant id. A grant without such a record is absent. */
export async function readApprovedLinks(
  pool: pg.Pool,
  grants: readonly { readonly clientId: string; readonly id: string }[],
): Promise<Map<string, string>> {
  const rows = await readRows(
    pool,
    `SELECT grant_id AS "grantId", link_id AS "linkId" FROM consents
      WHERE client_id = ANY ($1::text[]) AND grant_id = ANY ($2::text[]) AND link_id IS NOT NULL`,
    [[...new Set(grants.map(({ clientId }) => clientId))], grants.map(({ id }) => id)],
    'approved_links',
  )
  return new Map(rows.map(readLink).map(({ grantId, linkId }) => [grantId, linkId]))
}
