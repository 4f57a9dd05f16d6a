import type { Area } from '../../http/error-body.ts'
import { NEWEST_VERSION } from '../../versions.ts'
import { ref, type Schema } from './schema.ts'

/** What the route table does not contain: the summary of a path, its body, and its own errors. */
interface Description {
  readonly summary: string
  /** The body of a 200; absent where there is a 204. */
  readonly body?: Schema
  readonly takes?: Schema
  readonly errors?: readonly number[]
}

export const ROUTE_DESCRIPTIONS: Record<string, Description> = {
  'get /api/v1/me': {
    summary: 'The API key, and its live grants by client id.',
    body: ref('MeBody'),
  },
  'get /api/v1/assets': {
    summary: 'The assets of a client by registry id, or their changes, oldest first.',
    body: ref('AssetListBody'),
  },
  'get /api/v1/assets/:registry_id': {
    summary: 'One asset.',
    body: ref('AssetBody'),
    errors: [404],
  },
  'get /api/v1/assets/:registry_id/valuations': {
    summary: 'The valuations of an asset, newest first. Needs the valuation scope.',
    body: ref('ValuationListBody'),
    errors: [404],
  },
  'get /api/v1/assets/:registry_id/documents': {
    summary:
      'The metadata of all documents of an asset, newest first. Needs the documentation scope.',
    body: ref('DocumentListBody'),
    errors: [404],
  },
  'get /api/v1/portfolio/summary': {
    summary: 'The totals of the visible assets of a client.',
    body: ref('SummaryBody'),
  },
  'post /plants': {
    summary: 'Creates a plant.',
    body: ref('Plant'),
    takes: ref('NewPlant'),
    errors: [413, 415],
  },
  'get /plants': {
    summary: 'Your plants in order of id: all of them, unless there is a limit.',
    body: { type: 'array', items: ref('Plant') },
  },
  'delete /plants/:id': { summary: 'Deletes a plant.', errors: [404] },
}

export const ERROR_STATUSES: Record<Area, readonly number[]> = {
  portfolio: [400, 401, 403, 405, 429, 500, 503],
  plants: [400, 401, 403, 405, 429, 500, 503],
}
export const STATUS_DESCRIPTIONS: Record<number, string> = {
  400: 'The request is not well formed; the message says what is accepted.',
  401: 'The credentials are missing, not valid, revoked or expired.',
  403: 'No grant, scope or asset filter allows it.',
  404: 'The resource does not exist.',
  405: 'The path does not accept this method.',
  413: 'The body is too large.',
  415: 'The body is not JSON in UTF-8.',
  429: 'Too many requests in this minute; back off exponentially.',
  500: 'An internal error.',
  503: 'Temporarily unavailable; retry shortly.',
}
/** Headers that belong to one status. */
export const OWN_HEADERS: Record<number, string> = {
  401: 'WWW-Authenticate',
  405: 'Allow',
  429: 'Retry-After',
  503: 'Retry-After',
}
export const EVERYWHERE = [
  'X-Request-Id',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
]
export const TAGGED = ['X-Service-Version', 'ETag']

/** The variable parts of paths, by name. */
export const PATH_PARAMETERS: Record<string, object> = {
  registry_id: { description: 'ORY-{CODE}-{ULID}', schema: { type: 'string' } },
  id: { schema: { type: 'integer', format: 'int64' } },
}

export const VERSION = {
  name: 'X-Service-Version',
  in: 'header',
  required: true,
  description: 'Selects the newest version dated on or before this date.',
  schema: { type: 'string', format: 'date' },
  example: NEWEST_VERSION,
}

export const HEADERS = Object.fromEntries(
  Object.entries({
    'X-Request-Id': 'Identifies the request; your own value, if you sent a valid one.',
    'X-RateLimit-Limit': 'Requests in a minute.',
    'X-RateLimit-Remaining': 'Requests left in the window.',
    'X-RateLimit-Reset': 'When the window ends, in Unix seconds.',
    'X-Service-Version': 'The version of the response.',
    ETag: 'Weak, and the same in each encoding. Send it as If-None-Match; 304 means that nothing changed.',
    'Retry-After': 'Seconds to wait.',
    Allow: 'The methods that the path accepts.',
    'WWW-Authenticate': 'Bearer',
  }).map(([name, description]) => [name, { description, schema: { type: 'string' } }]),
)
