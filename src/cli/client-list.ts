import type { Readable } from 'node:stream'
import { GatewayError, invalidParameter } from '../errors.ts'
import { Environment } from '../generated/prisma/enums.ts'
import { type Line, LineReader } from '../importer/lines.ts'
import { parseEmail } from '../modules/people/email.ts'
import { type NewClient, parseCurrency } from '../modules/people/person.writes.ts'
import { cellReader } from '../values/csv.ts'
import { isObject, parseJson } from '../values/json.ts'
import { parseName } from '../values/text-rules.ts'

const COLUMNS = ['name', 'email', 'environment', 'currency']
const ENVIRONMENTS = Object.values(Environment)

/** The terms of clients whose lines do not state them. */
export type ClientTerms = Required<Pick<NewClient, 'environment' | 'currency'>>

export interface ListedClient extends Required<NewClient> {
  readonly line: number
}

/** The fault of a line; lines count from 1. */
export interface BadLine {
  readonly line: number
  readonly reason: string
}

/** A list of clients. With a bad line, nothing of it is to be created. */
interface ClientList {
  readonly clients: readonly ListedClient[]
  readonly bad: readonly BadLine[]
}

type Row = Readonly<Record<string, unknown>>

/** Reads clients from CSV with named columns or NDJSON. Throws `invalid_parameter` for no client or another form. */
export async function readClientList(source: Readable, terms: ClientTerms): Promise<ClientList> {
  const [first, ...others] = await readLines(source)
  const isJson = first !== undefined && 'text' in first && /^\s*\{/.test(first.text)
  const rows = isJson ? [first, ...others] : others
  const toRow = isJson ? rowOfJson : rowsOfCsv(first)
  if (rows.length === 0) throw invalidParameter('The list has no clients.')
  const list = { clients: [] as ListedClient[], bad: [] as BadLine[] }
  const lineOf = new Map<string, number>()
  for (const row of rows) {
    try {
      const client = toClient(toRow(textOf(row)), terms)
      const earlier = lineOf.get(client.email)
      if (earlier) throw invalidParameter(`Line ${earlier} has the same email.`)
      lineOf.set(client.email, row.number)
      list.clients.push({ line: row.number, ...client })
    } catch (thrown) {
      if (!(thrown instanceof GatewayError)) throw thrown
      list.bad.push({ line: row.number, reason: thrown.message })
    }
  }
  return list
}

async function readLines(source: Readable): Promise<Line[]> {
  const reader = new LineReader()
  const lines: Line[] = []
  for await (const chunk of source) lines.push(...reader.read(chunk))
  return [...lines, ...reader.end()]
}

function textOf(line: Line): string {
  if ('text' in line) return line.text
  throw invalidParameter(`Expected ${line.expected}.`)
}

function rowOfJson(text: string): Row {
  const row = parseJson(text)
  if (!isObject(row))
    throw invalidParameter('Not a JSON object (expected one JSON object per line).')
  return row
}

function rowsOfCsv(head: Line | undefined): (text: string) => Row {
  const text = head ? textOf(head) : ''
  const readCells = cellReader(text)
  const names = readCells(text)?.map((name) => name.toLowerCase()) ?? []
  if (!names.includes('name') || !names.includes('email') || new Set(names).size < names.length)
    throw invalidParameter(
      'The first line must name the columns: name, email, environment, currency. The last two are not required.',
    )
  return (line) => {
    const cells = readCells(line)
    if (!cells) throw invalidParameter('The quotes of this line are not closed.')
    if (cells.length > names.length)
      throw invalidParameter('This line has more cells than the first.')
    const filled = names.map((name, i) => [name, cells[i] || undefined])
    return Object.fromEntries(filled)
  }
}

function toClient(row: Row, terms: ClientTerms): Required<NewClient> {
  const unknown = Object.keys(row).find((name) => !COLUMNS.includes(name))
  if (unknown !== undefined)
    throw invalidParameter(`${unknown} is not a member; accepted: ${COLUMNS.join(', ')}.`)
  const { name = '', email = '', environment = terms.environment, currency = terms.currency } = row
  return {
    name: parseName(asText(name)),
    email: parseEmail(asText(email)),
    environment: parseEnvironment(asText(environment)),
    currency: parseCurrency(asText(currency)),
  }
}

// A value that is not a text is refused by each parser, as an empty text is.
function asText(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

function parseEnvironment(text: string): Environment {
  const found = ENVIRONMENTS.find((each) => each === text)
  if (found) return found
  throw invalidParameter(`environment takes ${ENVIRONMENTS.join(' or ')}.`)
}
