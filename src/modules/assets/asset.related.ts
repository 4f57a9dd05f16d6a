import {
  type Check,
  isNumber,
  isText,
  listOf,
  objectOf,
  orNull,
  tupleOf,
} from '../../access/stored-row.ts'
import { inReadingOrder } from '../../database/reader-text.ts'
import { NEWEST_SCANS } from '../../values/page-size.ts'

/** The condition that the rows of an alias belong to the assets of the statement. */
export type OfAssets = (alias: string) => string

/** Rows `r` that are related to an asset, and the SQL for their list as JSON. The list is null if there are no rows. */
export interface Related<Value = unknown> {
  readonly list: string
  readonly rows: (of: OfAssets) => string
  readonly check: Check<Value | null>
}

// Rows are arrays because a page has hundreds of them: with names, the page took the server a tenth longer.
type CollectionRow = readonly [id: string, name: string]
export type HeirRow = readonly [name: string, relationship: string | null, sharePercent: number]
/** Instants are in the text form of JSON. */
export type ShareLinkRow = readonly [
  id: string,
  label: string,
  createdAt: string,
  expiresAt: string | null,
  revokedAt: string | null,
]
/** The instant is in the text form of JSON. */
export type ScanRow = readonly [scannedAt: string, method: string, result: string]

const isCollection = tupleOf<CollectionRow>(isText, isText)
const isHeir = tupleOf<HeirRow>(isText, orNull(isText), isNumber)
const isShareLink = tupleOf<ShareLinkRow>(isText, isText, isText, orNull(isText), orNull(isText))
export const isScan = tupleOf<ScanRow>(isText, isText, isText)

export const COLLECTIONS = {
  list: `json_agg(json_build_array(c.id, c.name) ORDER BY ${inReadingOrder('c.name')}, c.id)`,
  rows: (of: OfAssets) =>
    `collection_items r JOIN collections c ON c.client_id = r.client_id AND c.id = r.collection_id WHERE ${of('r')}`,
  check: orNull(listOf(isCollection)),
}

export const HEIRS = {
  list: 'json_agg(json_build_array(r.name, r.relationship, r.share_percent) ORDER BY r.position)',
  rows: (of: OfAssets) => `heirs r WHERE ${of('r')}`,
  check: orNull(listOf(isHeir)),
}

export const SHARE_LINKS = {
  list: `json_agg(json_build_array(r.id, r.label, r.created_at, r.expires_at, r.revoked_at)
    ORDER BY r.created_at, r.id)`,
  rows: (of: OfAssets) => `share_links r WHERE ${of('r')}`,
  check: orNull(listOf(isShareLink)),
}

export const SCANS = {
  list: `json_build_object('count', count(*), 'newest',
    json_agg(json_build_array(r.scanned_at, r.method, r.result) ORDER BY r.place)
      FILTER (WHERE r.place <= ${NEWEST_SCANS}))`,
  rows: (of: OfAssets) =>
    `(SELECT s.*, row_number() OVER (PARTITION BY s.registry_id ORDER BY s.scanned_at DESC, s.method) AS place
        FROM scans s WHERE ${of('s')}) r`,
  check: orNull(objectOf({ count: isNumber, newest: orNull(listOf(isScan)) })),
}

/** The column with the list of the single asset `a`. `client` is the SQL for its client. */
export function listOfAsset(name: string, { list, rows }: Related, client: string): string {
  const ofAsset: OfAssets = (alias) =>
    `${alias}.client_id = ${client} AND ${alias}.registry_id = a.registry_id`
  return `(SELECT ${list} FROM ${rows(ofAsset)}) AS ${name}`
}

/**
 * The join with the lists of all assets of a page. One subquery reads the lists of the whole page: a subquery for each
 * asset took the server twice as long. It is materialized, because PostgreSQL cannot know how many assets a page has.
 * For few assets it would read the lists again for each.
 */
export function listsOfPage(name: string, { list, rows }: Related, ofPage: OfAssets): string {
  return `LEFT JOIN (WITH lists AS MATERIALIZED (
      SELECT r.registry_id, ${list} AS list FROM ${rows(ofPage)} GROUP BY r.registry_id) SELECT * FROM lists) ${name}
    ON ${name}.registry_id = a.registry_id`
}
