import { StoredDataError } from '../../access/stored-data.ts'
import {
  type CheckedBy,
  isNumber,
  isText,
  isTexts,
  listOf,
  objectOf,
  orNull,
} from '../../access/stored-row.ts'
import { inReadingOrder } from '../../database/reader-text.ts'
import type { Category } from '../../values/categories.ts'
import { isObject } from '../../values/json.ts'
import { NEWEST_SCANS } from '../../values/page-size.ts'

// A stored block is the text that REST sends for it: the exact JSON. Null: there is nothing to show. The objects below are
// the allow-list of its members; no private (P0) member is among them. `importer/change-sql.ts` writes the links of an asset
// again, so it names their members as well.

const isCollection = objectOf({ id: isText, name: isText })
const isHeir = objectOf({ name: isText, relationship: orNull(isText), share_percent: isNumber })
const isShareLink = objectOf({
  id: isText,
  label: isText,
  created_at: isText,
  expires_at: orNull(isText),
  revoked_at: orNull(isText),
})
const isScan = objectOf({ scanned_at: isText, method: isText, result: isText })

/** The members of each stored block, with their checks. */
export const STORED_BLOCKS = {
  detail: {
    description: orNull(isText),
    notes: orNull(isText),
    seller: orNull(isText),
    storage_location: orNull(isText),
  },
  estate: {
    heirs: listOf(isHeir),
    share_links: listOf(isShareLink),
    readiness: objectOf({ score: orNull(isNumber), gaps: isTexts }),
  },
  verification: {
    status: orNull(isText),
    risk_score: orNull(isNumber),
    tamper_state: orNull(isText),
    scan_count: isNumber,
    scans: listOf(isScan),
  },
} as const

const isCollections = listOf(isCollection)
const isScans = listOf(isScan)
const isDetail = objectOf(STORED_BLOCKS.detail)
const isEstate = objectOf(STORED_BLOCKS.estate)
const isVerification = objectOf(STORED_BLOCKS.verification)

export type Scan = CheckedBy<typeof isScan>
export type Heir = CheckedBy<typeof isHeir>
export type ShareLink = CheckedBy<typeof isShareLink>

const EMPTY_DETAIL = { description: null, notes: null, seller: null, storage_location: null }
const EMPTY_ESTATE = { heirs: [], share_links: [], readiness: { score: null, gaps: [] } }
const EMPTY_VERIFICATION = {
  status: null,
  risk_score: null,
  tamper_state: null,
  scan_count: 0,
  scans: [],
}

/** The texts of blocks that are stored as null. */
export const EMPTY = {
  detail: JSON.stringify(EMPTY_DETAIL),
  estate: JSON.stringify(EMPTY_ESTATE),
  verification: JSON.stringify(EMPTY_VERIFICATION),
} as const

/** The SQL for the stored text of a list of collections `c`, in an aggregate. Null for no collection. */
export const COLLECTIONS_TEXT = `
  '[' || string_agg(format('{"id":%s,"name":%s}', to_json(c.id), to_json(c.name)), ','
           ORDER BY ${inReadingOrder('c.name')}, c.id) FILTER (WHERE c.id IS NOT NULL) || ']'`

type Absent<Members> = { readonly [Name in keyof Members]?: Members[Name] | null | undefined }

/** The text of the block `detail`, without its collections. */
export function writeDetail(given: Absent<CheckedBy<typeof isDetail>>): string | null {
  const { description, notes, seller, storage_location } = { ...EMPTY_DETAIL, ...given }
  const text = JSON.stringify({
    description: description ?? null,
    notes: notes ?? null,
    seller: seller ?? null,
    storage_location: storage_location ?? null,
  })
  return text === EMPTY.detail ? null : text
}

/** The text of the block `estate`. Heirs and links are in the order in which they are shown. */
export function writeEstate(
  heirs: readonly Heir[],
  share_links: readonly (Omit<ShareLink, 'created_at'> & { created_at: string | null })[],
  readiness: { readonly score?: number | null | undefined; readonly gaps: readonly string[] },
): string | null {
  const text = JSON.stringify({
    heirs: heirs.map(({ name, relationship, share_percent }) => ({
      name,
      relationship,
      share_percent,
    })),
    share_links: share_links.map(({ id, label, created_at, expires_at, revoked_at }) => ({
      id,
      label,
      created_at,
      expires_at,
      revoked_at,
    })),
    readiness: { score: readiness.score ?? null, gaps: readiness.gaps },
  })
  return text === EMPTY.estate ? null : text
}

/**
 * The text of the block `verification`, with the newest scans, and the text of all scans if there are more. Scans are in
 * any order.
 */
export function writeVerification(
  given: Absent<Pick<CheckedBy<typeof isVerification>, 'status' | 'risk_score' | 'tamper_state'>>,
  scans: readonly Scan[],
): { readonly block: string | null; readonly history: string | null } {
  const sorted = scans
    .map(({ scanned_at, method, result }) => ({ scanned_at, method, result }))
    .sort(newestFirst)
  const text = JSON.stringify({
    status: given.status ?? null,
    risk_score: given.risk_score ?? null,
    tamper_state: given.tamper_state ?? null,
    scan_count: sorted.length,
    scans: sorted.slice(0, NEWEST_SCANS),
  })
  return {
    block: text === EMPTY.verification ? null : text,
    history: sorted.length > NEWEST_SCANS ? JSON.stringify(sorted) : null,
  }
}

// Instants are in one form, so that texts are in the order of time.
function newestFirst(one: Scan, other: Scan): number {
  if (one.scanned_at !== other.scanned_at) return one.scanned_at < other.scanned_at ? 1 : -1
  return one.method < other.method ? -1 : 1
}

/**
 * The text of the block `category_detail`: its type, and the other members in the order in which `jsonb` has them. They
 * were stored as such before, and a mirror would otherwise see each as changed.
 */
export function writeCategoryDetail(type: Category, detail: unknown): string | null {
  const { type: _type, ...members } = isObject(detail) ? detail : {}
  const text = writeSorted(members)
  return text === '{}' ? null : `{"type":"${type}",${text.slice(1)}`
}

function writeSorted(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(writeSorted).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const members = Object.entries(value).sort(([one], [other]) => compareNames(one, other))
  return `{${members.map(([name, each]) => `${JSON.stringify(name)}:${writeSorted(each)}`).join(',')}}`
}

function compareNames(one: string, other: string): number {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length - b.length || Buffer.compare(a, b)
}

/** The members of a stored block `detail`. Throws `StoredDataError`, as the functions below. */
export function readDetail(text: string | null) {
  return text === null ? EMPTY_DETAIL : read('detail', text, isDetail)
}

export function readCollections(text: string | null) {
  return text === null ? [] : read('collections', text, isCollections)
}

export function readEstate(text: string | null) {
  return text === null ? EMPTY_ESTATE : read('estate', text, isEstate)
}

export function readVerification(text: string | null) {
  return text === null ? EMPTY_VERIFICATION : read('verification', text, isVerification)
}

export function readCategoryDetail(text: string) {
  return read('category_detail', text, isObject)
}

/** The newest `most` scans of a history, whose text may end after them. */
export function readHistory(text: string, most: number) {
  let end = 0
  for (let found = 0; found < most && end !== -1; found++)
    end = text.indexOf('},{"scanned_at":', end + 1)
  return read('history', end === -1 ? text : `${text.slice(0, end)}}]`, isScans)
}

function read<Value>(name: string, text: string, check: (value: unknown) => value is Value): Value {
  const value = parseStored(name, text)
  if (check(value)) return value
  throw new StoredDataError(`assets: ${name}`, 'a member does not have its type')
}

// The error of `JSON.parse` quotes the text.
function parseStored(name: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new StoredDataError(`assets: ${name}`, 'it is not JSON')
  }
}
