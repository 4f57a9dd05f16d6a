import {
  isInstant,
  isNumber,
  isText,
  isTexts,
  orNull,
  type RowOf,
} from '../../access/stored-row.ts'

/**
 * The SQL of all stored requests, as `r`. The release before writes those that ended with an error to `request_errors`,
 * without what was asked.
 */
export const STORED_REQUESTS = `(
  SELECT id, key_id, at, request_id, method, endpoint, path, parameters, client_id, status, code, message, milliseconds,
         bytes, cost, address
    FROM key_requests
  UNION ALL
  SELECT ('logged_' || id) COLLATE "C", key_id, at, request_id,
         CASE endpoint WHEN 'unknown' THEN 'other' ELSE split_part(endpoint, ' ', 1) END, endpoint, NULL, '{}', NULL,
         status, code, NULL, NULL, NULL, NULL, NULL
    FROM request_errors) AS r`

/** The columns of a stored request. Those that can be null are null in the rows of the release before. */
export const STORED_REQUEST = {
  id: isText,
  key_id: isText,
  at: isInstant,
  request_id: isText,
  method: isText,
  endpoint: isText,
  path: orNull(isText),
  parameters: isTexts,
  client_id: orNull(isText),
  status: isNumber,
  code: orNull(isText),
  message: orNull(isText),
  milliseconds: orNull(isNumber),
  bytes: orNull(isNumber),
  cost: orNull(isNumber),
  address: orNull(isText),
}

/** A stored request of a key. */
export type StoredRequest = RowOf<typeof STORED_REQUEST>
