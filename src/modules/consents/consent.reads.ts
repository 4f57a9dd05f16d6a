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

const readApprovedLink = rowReader('consents', { clientId: isText, id: isText, linkId: isText })

/** One agreement of a client. */
export type ConsentRow = RowOf<typeof consent>

/** A range of the consents to a grant. */
export interface ConsentRange {
  readonly limit: number
  /** Only consents to versions before this one. Null: all. */
  readonly before: number | null
}

/** The key of a grant in a loader. It has the client as well, because consents are stored by client. */
export function keyOfGrant({ clientId, id }: { readonly clientId: string; readonly id: string }) {
  return `${clientId} ${id}`
}

function idsOf(keys: readonly string[]): [clientIds: string[], grantIds: string[]] {
  const pairs = keys.map((key) => key.split(' '))
  const clientIds = new Set(pairs.map(([clientId = '']) => clientId))
  return [[...clientIds], pairs.map(([, id = '']) => id)]
}

/** The same range of consents for each grant, newest first. The caller must already be allowed to see the grants. */
export async function readConsents(
  pool: pg.Pool,
  keys: readonly string[],
  { limit, before }: ConsentRange,
): Promise<ConsentRow[]> {
  const rows = await readRows(
    pool,
    `SELECT client_id AS "clientId", grant_id AS "grantId", version, link_id AS "linkId", purpose,
            sentence, firm_sentence AS "firmSentence", language, at
       FROM (SELECT c.*, row_number() OVER (PARTITION BY c.client_id, c.grant_id ORDER BY c.version DESC) AS place
               FROM consents c
              WHERE c.client_id = ANY ($1::text[]) AND c.grant_id = ANY ($2::text[])
                AND ($3::int IS NULL OR c.version < $3)) newest
      WHERE place <= $4 ORDER BY client_id, grant_id, version DESC`,
    [...idsOf(keys), before, limit],
    'consents',
  )
  return rows.map(readConsent)
}

/** The connection link by which the client gave a grant, by key of the grant. A grant without such a record is absent. */
export async function readApprovedLinks(
  pool: pg.Pool,
  keys: readonly string[],
): Promise<Map<string, string>> {
  const rows = await readRows(
    pool,
    `SELECT client_id AS "clientId", grant_id AS id, link_id AS "linkId" FROM consents
      WHERE client_id = ANY ($1::text[]) AND grant_id = ANY ($2::text[]) AND version = 1 AND link_id IS NOT NULL`,
    idsOf(keys),
    'approved_links',
  )
  return new Map(rows.map(readApprovedLink).map((link) => [keyOfGrant(link), link.linkId]))
}
