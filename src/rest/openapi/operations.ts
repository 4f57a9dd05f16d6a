import type { ErrorCode } from '../../errors.ts'
import { ref, type Schema } from './schema.ts'

/** The parts of an operation's description that the route table does not contain. */
interface Description {
  readonly summary: string
  readonly description: string
  /** The body of a 200; absent if the operation returns a 204. */
  readonly body?: Schema
  readonly takes?: Schema
  /** Whether the list has pages, and so a `Link` header. */
  readonly paged?: boolean
  /** Errors that do not follow from the path and its parameters. */
  readonly errors?: readonly ErrorCode[]
}

export const OPERATIONS: Readonly<Record<string, Description>> = {
  'get /api/v1/me': {
    summary: 'The API key and its grants',
    description:
      'The key that makes the request, and its live grants in order of client id: with them a partner finds its clients. Needs no scope and names no client.',
    body: ref('MeBody'),
    paged: true,
  },
  'get /api/v1/assets': {
    summary: 'List assets',
    description: [
      'The visible assets of a client in order of registry id, or with `updated_since` what changed, oldest change first. A block of an asset is present exactly when its scope is in `grant.scopes`.',
      'To keep a mirror, walk all pages by `links.next`. On the last page `sync.as_of` is the next `updated_since`. Where `sync.mode` is `full`, the walk replaces the mirror; where it is `delta`, it changes it, and `sync.removed` names what to delete.',
      '`min_value`, `max_value` and `include=valuations` need the scope valuation, `include=documents` the scope documentation.',
    ].join('\n\n'),
    body: ref('AssetListBody'),
    paged: true,
    errors: ['insufficient_scope'],
  },
  'get /api/v1/assets/:registry_id': {
    summary: 'Get an asset',
    description:
      'One asset with all its scans. `include=valuations` needs the scope valuation, `include=documents` the scope documentation.',
    body: ref('AssetBody'),
    errors: ['insufficient_scope'],
  },
  'get /api/v1/assets/:registry_id/valuations': {
    summary: 'List the valuations of an asset',
    description: 'The valuation history of an asset, newest first. Needs the scope valuation.',
    body: ref('ValuationListBody'),
    paged: true,
    errors: ['insufficient_scope'],
  },
  'get /api/v1/assets/:registry_id/documents': {
    summary: 'List the documents of an asset',
    description:
      'The metadata of all documents of an asset, newest first, and how complete they are. The list has no pages. File contents are never served. Needs the scope documentation.',
    body: ref('DocumentListBody'),
    errors: ['insufficient_scope'],
  },
  'get /api/v1/portfolio/summary': {
    summary: 'Get the totals of a portfolio',
    description:
      'Totals over the visible assets of a client. `digest` proves that a mirror is complete. Values need the scope valuation, completeness needs the scope documentation: without it they are absent.',
    body: ref('SummaryBody'),
  },
  'post /plants': {
    summary: 'Create a plant',
    description:
      'Creates a plant of yours. Its id is your choice; a second plant with the same id is refused, so a repeated request creates nothing twice.',
    body: ref('Plant'),
    takes: ref('NewPlant'),
    errors: ['invalid_body', 'plant_exists', 'body_too_large', 'unsupported_media_type'],
  },
  'get /plants': {
    summary: 'List plants',
    description: 'Your plants in order of id: all of them, unless there is a `limit`.',
    body: {
      type: 'array',
      items: ref('Plant'),
      description: 'Your plants, without a limit of their number.',
    },
  },
  'delete /plants/:id': {
    summary: 'Delete a plant',
    description: 'Deletes a plant of yours, permanently.',
    errors: ['plant_not_found'],
  },
}
