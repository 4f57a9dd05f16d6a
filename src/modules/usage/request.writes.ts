import type pg from 'pg'
import { createId } from '../../values/ids.ts'
import { redactSecrets } from '../../values/redact-secrets.ts'
import { isCleanText } from '../../values/text-rules.ts'
import { type Asked, HIDDEN, showAsked } from './asked.ts'
import { COLUMNS, MAX_OF_KEY, type StoredRequest } from './stored-requests.ts'

/** A request that waits to be written. It has what arrived: most requests of a burst are never written. */
export interface PendingRequest
  extends Omit<StoredRequest, 'id' | 'method' | 'path' | 'parameters'> {
  readonly asked: Asked
}

/** The row of a request: what was asked is decoded, and cleaned of secrets. */
export function describeRequest({ asked, ...same }: PendingRequest): StoredRequest {
  const shown = showAsked(asked)
  return {
    ...same,
    ...shown,
    id: createId('logged'),
    method: asked.method,
    client_id: shown.client_id ?? same.client_id,
    message: same.message && showMessage(same.message),
  }
}

const ADD_REQUESTS = `
  INSERT INTO key_requests (${COLUMNS})
  SELECT ${COLUMNS} FROM json_populate_recordset(NULL::key_requests, $1)`

// Requests are ranked by their place among those that ended alike, so that a key keeps the newest of each kind, and as
// many of a frequent kind as there is room for. Those after now are from before the clock was set back, and go first.
// Rows are selected by `ctid`, so that all processes lock them in the order of the table.
const REMOVE_SURPLUS = `
  DELETE FROM key_requests
   WHERE key_id = ANY ($1::text[]) AND ctid = ANY (ARRAY(
     WITH placed AS (
       SELECT ctid AS row, key_id, at, id,
              row_number() OVER (PARTITION BY key_id, endpoint, coalesce(code, status::text)
                                 ORDER BY (at <= now() + interval '1 minute') DESC, at DESC, id DESC) AS place
         FROM key_requests WHERE key_id = ANY ($1::text[])),
     ranked AS (
       SELECT row, row_number() OVER (PARTITION BY key_id ORDER BY place, at DESC, id DESC) AS rank FROM placed)
     SELECT row FROM ranked WHERE rank > ${MAX_OF_KEY}))`

export async function addRequests(pool: pg.Pool, rows: readonly StoredRequest[]): Promise<void> {
  await pool.query(ADD_REQUESTS, [JSON.stringify(rows)])
}

/** Removes the requests of these keys above the maximum number. */
export async function removeSurplusRequests(
  pool: pg.Pool,
  keyIds: readonly string[],
): Promise<void> {
  await pool.query(REMOVE_SURPLUS, [[...keyIds]])
}

const MAX_MESSAGE = 500

// The library of GraphQL quotes values of the document and its variables. Our own messages quote none. The text after
// a value may contain the value again, so the rules for that text come first.
const QUOTED: readonly (readonly [RegExp, string])[] = [
  [/(cannot represent [a-z\d -]*value: ).*$/s, `$1${HIDDEN}.`],
  [/(Invalid value ).*$/s, `$1${HIDDEN}.`],
  [/(Value ").*(" does not exist)/s, `$1${HIDDEN}$2`],
  [/(Field ").*(" is not defined)/s, `$1${HIDDEN}$2`],
  [/(, found ).*$/s, `$1${HIDDEN}.`],
  [/(has invalid value ).*$/s, `$1${HIDDEN}.`],
  [/(Unexpected [A-Z]\w+ ).*$/s, `$1${HIDDEN}.`],
  [/(got invalid value )(?:.*(; )|.*$)/s, `$1${HIDDEN}$2`],
  // The quotation is of a fixed length, so it may have another quotation mark and half a character in it.
  [/(escape sequence: ).*$/s, `$1${HIDDEN}.`],
]
const NAMED = /"([^"]*)(?:"|$)/g
// The name of a type, a field, an argument or a variable.
const NAME = /^[$@]?\[*([A-Za-z_]\w*)[\]!]*$/
const MAX_NAME = 64
const RUN = /[\w-]+/g
// A run of this length may be a secret.
const SECRET_LENGTH = 40

/**
 * The message of an error as it is stored: without values that the caller sent, and with nothing that PostgreSQL refuses.
 * One row that it refuses would keep all others of the log from being written.
 */
export function showMessage(message: string): string {
  // The text that is cut off here is not stored. A quotation at the cut is hidden with the rest.
  const whole = message.length > 4 * MAX_MESSAGE ? message.slice(0, 4 * MAX_MESSAGE) : message
  const hidden = QUOTED.reduce((text, [value, shown]) => text.replace(value, shown), whole)
  const named = hidden.replace(NAMED, (all, name: string) => (isName(name) ? all : `"${HIDDEN}"`))
  const shown = redactSecrets(named).replace(RUN, (run) =>
    run.length < SECRET_LENGTH ? run : HIDDEN,
  )
  const cut = shown.length > MAX_MESSAGE ? `${shown.slice(0, MAX_MESSAGE)}${HIDDEN}` : shown
  return isCleanText(cut) ? cut : HIDDEN
}

function isName(text: string): boolean {
  const [, name] = NAME.exec(text) ?? []
  return name !== undefined && name.length <= MAX_NAME
}
