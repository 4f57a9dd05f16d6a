import { z } from 'zod'
import { GatewayError } from '../errors.ts'
import { isJson } from '../http/media-type.ts'
import { parseJsonBytes, parseJsonText } from '../http/strict-json.ts'
import { storedId } from '../modules/trusted-documents/manifest.ts'

// Unknown members are ignored, as GraphQL over HTTP requires: clients add their own.
const GraphQLRequest = z.object(
  {
    query: z.string('query takes a GraphQL document').nullish(),
    documentId: z.string('documentId takes the id of a trusted document').nullish(),
    variables: z.record(z.string(), z.unknown(), 'variables takes an object').nullish(),
    operationName: z.string('operationName takes text').nullish(),
    extensions: z.record(z.string(), z.unknown(), 'extensions takes an object').nullish(),
  },
  'A request takes one JSON object; batches are not served',
)

// Apollo and urql name a document by its hash.
const Persisted = z.object({ persistedQuery: z.looseObject({ sha256Hash: z.string() }) })

/** A request at `/graphql`, as it arrived. */
export interface GraphQLCall {
  readonly method: string
  /** The query of its target, still encoded. */
  readonly query: string
  /** Its `Content-Type`. */
  readonly type: string | undefined
  /** Empty if the method has none. */
  readonly body: Uint8Array
}

/** What a request says of its document: the text, the id of a trusted document, or the hash of either. */
export type DocumentReference =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'id' | 'hash'; readonly id: string }

/** The parameters of a GraphQL request. */
export interface GraphQLParameters {
  readonly document: DocumentReference
  readonly variables?: Record<string, unknown>
  readonly operationName?: string
}

/**
 * Parses a GraphQL request from the query of a GET or the JSON body of a POST. Throws
 * `method_not_allowed`, `unsupported_media_type` or `invalid_body`.
 */
export function parseGraphQLRequest(call: GraphQLCall): GraphQLParameters {
  const parsed = GraphQLRequest.safeParse(readParameters(call))
  if (!parsed.success) throw invalidBody(`${parsed.error.issues[0]?.message}.`)
  const { variables, operationName } = parsed.data
  const document = readReference(parsed.data)
  return {
    document,
    ...(variables && { variables }),
    ...(operationName != null && { operationName }),
  }
}

function readReference(request: z.infer<typeof GraphQLRequest>): DocumentReference {
  const { query, documentId, extensions } = request
  if (query != null) return { kind: 'text', text: query }
  if (documentId != null) return { kind: 'id', id: storedId(documentId) }
  const persisted = Persisted.safeParse(extensions)
  if (persisted.success)
    return { kind: 'hash', id: storedId(persisted.data.persistedQuery.sha256Hash) }
  throw invalidBody('query takes a GraphQL document.')
}

function readParameters({ method, query, type, body }: GraphQLCall): unknown {
  switch (method) {
    case 'GET':
      return readQuery(new URLSearchParams(query))
    case 'POST':
      if (isJson(type)) return parseJsonBytes(body, 'plain')
      throw new GatewayError(
        'unsupported_media_type',
        'Send the body as Content-Type: application/json, in UTF-8.',
      )
    default:
      throw new GatewayError('method_not_allowed', 'This path takes GET, POST.', {
        headers: { Allow: 'GET, POST' },
      })
  }
}

function readQuery(parameters: URLSearchParams): Record<string, unknown> {
  const entries = [...parameters].filter(([, value]) => value !== '')
  return Object.fromEntries(
    entries.map(([name, value]) => {
      const hasJson = name === 'variables' || name === 'extensions'
      return [name, hasJson ? parseJsonText(value, 'plain', name) : value]
    }),
  )
}

function invalidBody(reason: string): GatewayError {
  return new GatewayError('invalid_body', reason)
}
