import { isInstant, isNumber, isText, isTexts, orNull, type RowOf } from '../../access/rows.ts'

/** The maximum number of stored requests of a key. Until surplus ones are removed there can be a few more. */
export const MAX_OF_KEY = 1_000

/** The columns of a stored request. Those that can be null are null in the rows of the release before. */
export const STORED_REQUEST = {
  id: isText,
  key_id: isText,
  at: isInstant,
  request_id: isText,
  method: isText,
  endpoint: isText,
  path: orNull(isText),
  /** Each as `name=value`. */
  parameters: isTexts,
  client_id: orNull(isText),
  /** Of an error its own: a GraphQL response with an error can have another. */
  status: isNumber,
  code: orNull(isText),
  message: orNull(isText),
  milliseconds: orNull(isNumber),
  bytes: orNull(isNumber),
  cost: orNull(isNumber),
  address: orNull(isText),
  version: orNull(isText),
}

export type StoredRequest = RowOf<typeof STORED_REQUEST>

export const COLUMNS = Object.keys(STORED_REQUEST).join(', ')

/** All stored requests, as `r`. The release before writes errors to `request_errors`, without what was asked. */
export const STORED_REQUESTS = `(
  SELECT ${COLUMNS} FROM key_requests
  UNION ALL
  SELECT ('logged_' || id) COLLATE "C", key_id, at, request_id,
         CASE endpoint WHEN 'unknown' THEN 'other' ELSE split_part(endpoint, ' ', 1) END, endpoint, NULL, '{}', NULL,
         status, code, NULL, NULL, NULL, NULL, NULL, NULL
    FROM request_errors) AS r`

/** The condition on the status of a request, by how it ended. */
export const OUTCOMES = {
  ok: 'status < 400',
  refused: 'status >= 400 AND status < 500 AND status <> 429',
  limited: 'status = 429',
  failed: 'status >= 500',
}

export type Outcome = keyof typeof OUTCOMES
