import {
  type Check,
  isNumber,
  isText,
  listOf,
  objectOf,
  orNull,
  tupleOf,
} from '../../access/stored-row.ts'
import { NEWEST_SCANS } from '../../values/page-size.ts'

/** The condition under which the rows of an alias belong to the assets that are read. */
export type OfAssets = (alias: string) => string

/** Rows `r` that are related to an asset, and what is made of them, as JSON; null where there is none. */
export interface Related<Value = unknown> {
  readonly list: string
  readonly rows: (of: OfAssets) => string
  readonly check: Check<Value | null>
}

// Arrays, since a page has hundreds of these: with names, the server took a tenth longer for its page.
export type CollectionRow = readonly [id: string, name: string]
export type HeirRow = readonly [name: string, relationship: string | null, sharePercent: number]
/** Instants as JSON has them. */
export type ShareLinkRow = readonly [
  id: string,
  label: string,
  createdAt: string,
  expiresAt: string | null,
  revokedAt: string | null,
]
/** The instant as JSON has it. */
export type ScanRow = readonly [scannedAt: string, method: string, result: string]

const isCollection = tupleOf<CollectionRow>(isText, isText)
const isHeir = tupleOf<HeirRow>(isText, orNull(isText), isNumber)
const isShareLink = tupleOf<ShareLinkRow>(isText, isText, isText, orNull(isText), orNull(isText))
export const isScan = tupleOf<ScanRow>(isText, isText, isText)

export const COLLECTIONS = {
  list: 'json_agg(json_build_array(c.id, c.name) ORDER BY c.name, c.id)',
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

/** The column that brings the list of the one asset `a`; `client` is the SQL for its client. */
export function listOfAsset(name: string, { list, rows }: Related, client: string): string {
  const ofAsset: OfAssets = (alias) =>
    `${alias}.client_id = ${client} AND ${alias}.registry_id = a.registry_id`
  return `(SELECT ${list} FROM ${rows(ofAsset)}) AS ${name}`
}

/**
 * The join that brings the lists of all the assets of a page, and what `also` selects of the same rows. They
 * are gathered for the page in one query: asset by asset, they took the server twice as long.
 */
export function listsOfPage(
  name: string,
  { list, rows }: Related,
  ofPage: OfAssets,
  also: string,
): string {
  return `LEFT JOIN (SELECT r.registry_id, ${list} AS list${also} FROM ${rows(ofPage)} GROUP BY r.registry_id) ${name}
    ON ${name}.registry_id = a.registry_id`
}
