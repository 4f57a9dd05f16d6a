import {
  type CheckedBy,
  type Columns,
  isNumber,
  isText,
  isTexts,
  listOf,
  objectOf,
  orNull,
} from '../../access/rows.ts'
import { StoredDataError } from '../../access/stored-data.ts'
import { inReadingOrder } from '../../database/statement.ts'
import type { Category } from '../../values/categories.ts'
import { isObject, parseJson } from '../../values/json.ts'
import { NEWEST_SCANS } from '../../values/page-size.ts'

// A stored block is the text that REST sends for it: the exact JSON. Null: there is nothing to show. The objects below are
// the allow-list of its members; no private (P0) member is among them. `importer/change-sql.ts` writes the links of an asset
// again, so it names their members as well.

const isCollection = objectOf({ id: isText, name: isText })
const HEIR = { name: isText, relationship: orNull(isText), share_percent: isNumber }
const LINK = {
  id: isText,
  label: isText,
  created_at: isText,
  expires_at: orNull(isText),
  revoked_at: orNull(isText),
}
const SCAN = { scanned_at: isText, method: isText, result: isText }
const READINESS = { score: orNull(isNumber), gaps: isTexts }
const [isHeir, isScan] = [objectOf(HEIR), objectOf(SCAN)]

export const STORED_BLOCKS = {
  detail: {
    description: orNull(isText),
    notes: orNull(isText),
    seller: orNull(isText),
    storage_location: orNull(isText),
  },
  estate: {
    heirs: listOf(isHeir),
    share_links: listOf(objectOf(LINK)),
    readiness: objectOf(READINESS),
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

export type Scan = CheckedBy<typeof isScan>
export type Heir = CheckedBy<typeof isHeir>

/** The texts of blocks that are stored as null. */
export const EMPTY = {
  detail: '{"description":null,"notes":null,"seller":null,"storage_location":null}',
  estate: '{"heirs":[],"share_links":[],"readiness":{"score":null,"gaps":[]}}',
  verification: '{"status":null,"risk_score":null,"tamper_state":null,"scan_count":0,"scans":[]}',
} as const

/** The SQL for the stored text of a list of collections `c`, in an aggregate. Null for no collection. */
export const COLLECTIONS_TEXT = `
  '[' || string_agg(format('{"id":%s,"name":%s}', to_json(c.id), to_json(c.name)), ','
           ORDER BY ${inReadingOrder('c.name')}, c.id) FILTER (WHERE c.id IS NOT NULL) || ']'`

type Absent<Shape extends Columns> = {
  readonly [Name in keyof Shape]?: CheckedBy<Shape[Name]> | null | undefined
}

/** The text of the block `detail`, without its collections. */
export function writeDetail(given: Absent<typeof STORED_BLOCKS.detail>): string | null {
  return write('detail', pick(STORED_BLOCKS.detail, given))
}

/** The text of the block `estate`. Heirs and links are in the order in which they are shown. */
export function writeEstate(
  heirs: readonly Absent<typeof HEIR>[],
  links: readonly Absent<typeof LINK>[],
  readiness: Absent<typeof READINESS>,
): string | null {
  return write('estate', {
    heirs: heirs.map((heir) => pick(HEIR, heir)),
    share_links: links.map((link) => pick(LINK, link)),
    readiness: { score: readiness.score ?? null, gaps: readiness.gaps ?? [] },
  })
}

/** The text of the block `verification`, and of all scans if there are more than it has. Scans are in any order. */
export function writeVerification(
  {
    status = null,
    risk_score = null,
    tamper_state = null,
  }: Absent<Pick<typeof STORED_BLOCKS.verification, 'status' | 'risk_score' | 'tamper_state'>>,
  given: readonly Scan[],
): { readonly block: string | null; readonly history: string | null } {
  const all = [...given].sort(newestFirst).map((scan) => pick(SCAN, scan))
  const [scan_count, scans] = [all.length, all.slice(0, NEWEST_SCANS)]
  return {
    block: write('verification', { status, risk_score, tamper_state, scan_count, scans }),
    history: scan_count > NEWEST_SCANS ? JSON.stringify(all) : null,
  }
}

function write(name: keyof typeof EMPTY, members: object): string | null {
  const text = JSON.stringify(members)
  return text === EMPTY[name] ? null : text
}

// The members of the shape, in its order, and no other. One that is absent is null.
function pick<Shape extends Columns>(shape: Shape, given: Absent<Shape>): Record<string, unknown> {
  const picked: Record<string, unknown> = {}
  for (const name in shape) picked[name] = given[name] ?? null
  return picked
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

type Stored = string | null | undefined

// Returns the function that reads the members of a stored block. It throws `StoredDataError`, as the functions below.
function blockReader<Name extends keyof typeof STORED_BLOCKS>(name: Name) {
  const check = objectOf(STORED_BLOCKS[name])
  return (text: Stored) => read(name, text ?? EMPTY[name], check)
}

export const readDetail = blockReader('detail')
export const readEstate = blockReader('estate')
export const readVerification = blockReader('verification')

export function readCollections(text: Stored) {
  return read('collections', text ?? '[]', isCollections)
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
  const value = parseJson(text)
  if (check(value)) return value
  throw new StoredDataError(`assets: ${name}`, 'it is not JSON, or a member does not have its type')
}
