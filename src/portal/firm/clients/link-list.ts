import { cellReader } from '../../../values/csv.ts'
import { t } from '../../i18n/text.ts'
import { beginsFormula } from '../../ui/export/csv.ts'
import { formatNumber } from '../../words/format.ts'

/** A client of a list. */
export interface ListedClient {
  readonly reference: string
  readonly email: string | null
  readonly state: string | null
}

/** The fault of a line; lines count from 1. */
export interface LineProblem {
  readonly line: number
  readonly says: string
}

/** A list with the line of each client. With a problem, nothing of it is to be sent. */
interface LinkList {
  readonly clients: readonly ListedClient[]
  readonly lines: readonly number[]
  readonly problems: readonly LineProblem[]
}

const COLUMNS = ['reference', 'email', 'state']
const MAX_CLIENTS = 1_000
/** A request takes no more. */
const MAX_KB = 150
// A decoder gives these for bytes of another encoding, and for UTF-16 that is read as UTF-8.
const UNREADABLE = /[\0\ufffd]/

/** The text of a file: UTF-16 if it begins with the mark of it, else UTF-8. */
export function decodeList(bytes: Uint8Array): string {
  const [first, second] = bytes
  const isLittle = first === 0xff && second === 0xfe
  const isBig = first === 0xfe && second === 0xff
  return new TextDecoder(isLittle ? 'utf-16le' : isBig ? 'utf-16be' : 'utf-8').decode(bytes)
}

/** Whether a file or text is too large to be read. */
export function isTooLarge(length: number): boolean {
  return length > MAX_KB * 1024
}

/** The page says this of a line that the server refuses: the server's message is written for programs. */
export const REFUSED = t(
  'Check the reference, the email and the state: a state needs a return address, and that has to be one of the key. If an open link with this reference asks for something else, revoke it first.',
)

export const TOO_LARGE = t('The list is larger than {MAX_KB} KB. Split it.', { MAX_KB })

/**
 * Reads a list of clients: CSV whose first line names the columns `reference`, `email` and `state`, with commas, semicolons
 * or tabs. A cell has no line break. The server checks more.
 */
export function parseLinkList(text: string): LinkList {
  if (isTooLarge(new TextEncoder().encode(text.slice(0, MAX_KB * 1024 + 1)).length))
    return { clients: [], lines: [], problems: [{ line: 1, says: TOO_LARGE }] }
  const [head = '', ...rows] = text.replace(/^\ufeff/, '').split(/\r\n|\r|\n/)
  const readCells = cellReader(head)
  const names = readCells(head)?.map((name) => name.toLowerCase()) ?? []
  if (!isHeader(names)) return { clients: [], lines: [], problems: [{ line: 1, says: NO_HEADER }] }
  return readRows(rows, readCells, names)
}

const NO_HEADER = t(
  'The first line must name the columns: reference, email, state. Only reference is required.',
)

function isHeader(names: readonly string[]): boolean {
  const areKnown = names.every((name) => COLUMNS.includes(name))
  return areKnown && names.includes('reference') && new Set(names).size === names.length
}

function readRows(
  rows: readonly string[],
  readCells: ReturnType<typeof cellReader>,
  names: readonly string[],
): LinkList {
  const clients: ListedClient[] = []
  const lines: number[] = []
  const problems: LineProblem[] = []
  const lineOf = new Map<string, number>()
  rows.forEach((row, i) => {
    if (row.trim() === '') return
    const line = i + 2
    const cells = readCells(row)
    const client = toClient(cells ?? [], names)
    const says =
      findProblem(row, cells, names, client) ?? findRepeated(lineOf, client, clients.length)
    if (says !== null) problems.push({ line, says })
    lineOf.set(client.reference, line)
    clients.push(client)
    lines.push(line)
  })
  if (clients.length === 0) problems.push({ line: 1, says: t('The list has no clients.') })
  return { clients, lines, problems }
}

function toClient(cells: readonly string[], names: readonly string[]): ListedClient {
  const cellOf = (name: string) => cells[names.indexOf(name)] ?? ''
  return {
    reference: cellOf('reference'),
    email: cellOf('email') || null,
    state: cellOf('state') || null,
  }
}

function findProblem(
  row: string,
  cells: readonly string[] | null,
  names: readonly string[],
  { reference, email }: ListedClient,
): string | null {
  if (UNREADABLE.test(row)) return t('This line cannot be read. Save the file as UTF-8.')
  if (cells === null) return t('The quotes of this line are not closed.')
  if (cells.length > names.length) return t('This line has more cells than the first.')
  if (reference === '') return t('The reference is missing.')
  if (email !== null && !email.includes('@')) return t('The email is not a valid address.')
  return cells.some((cell) => beginsFormula(cell))
    ? t('A spreadsheet would take this for a formula.')
    : null
}

function findRepeated(
  lineOf: ReadonlyMap<string, number>,
  { reference }: ListedClient,
  count: number,
): string | null {
  const earlier = lineOf.get(reference)
  if (earlier !== undefined) return t('Line {earlier} has the same reference.', { earlier })
  if (count < MAX_CLIENTS) return null
  return t('A list has at most {most} clients.', { most: formatNumber(MAX_CLIENTS) })
}
