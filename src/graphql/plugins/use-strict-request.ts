import { z } from 'zod'
import { callerNotAllowed, GatewayError, invalidBody } from '../../errors.ts'
import { MAX_BODY_BYTES, parseBody, readBody, requireJson } from '../../http/body.ts'
import { parseJsonBytes, parseJsonText } from '../../http/strict-json.ts'
import { storedId } from '../../modules/trusted-documents/manifest.ts'
import { createTrustedTexts } from '../../modules/trusted-documents/trusted-document.reads.ts'
import { poolOf } from '../../schema/builder.ts'
import type { ServerContext, ServerPlugin } from '../yoga.ts'

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

/**
 * Reads the query of a GET or the JSON body of a POST strictly, and finds the text of the document that it names. The
 * error is `unsupported_media_type`, `invalid_body`, `document_not_trusted` or `caller_not_allowed`.
 */
export function useStrictRequest(): ServerPlugin {
  const findTrusted = createTrustedTexts()
  return {
    onRequestParse({ serverContext, setRequestParser }) {
      setRequestParser(async () => {
        const given = parseBody(GraphQLRequest, await readParameters(serverContext))
        const { variables, operationName } = given
        return {
          query: await findText(given, findTrusted, serverContext),
          ...(variables && { variables }),
          ...(operationName != null && { operationName }),
        }
      })
    },
  }
}

// Clients that first send only the hash of a document send the whole document after exactly this message.
const NO_PERSISTED_QUERY = 'PersistedQueryNotSupported'

// A request names its document by the text, by the id of a trusted document, or by the hash of either.
async function findText(
  { query, documentId, extensions }: z.output<typeof GraphQLRequest>,
  findTrusted: ReturnType<typeof createTrustedTexts>,
  { run, work }: ServerContext,
): Promise<string> {
  const { caller } = run
  if (query != null) {
    if (caller?.kind === 'partner' && caller.trustedDocumentsOnly)
      throw notTrusted(
        'This API key runs trusted documents only: send the id of one as documentId, without query.',
      )
    return query
  }
  const id = documentId ?? Persisted.safeParse(extensions).data?.persistedQuery.sha256Hash
  if (id === undefined) throw invalidBody('query takes a GraphQL document.')
  // Trusted documents are for the programs of firms. A service account has no use for their ids.
  const isService = caller?.kind === 'service'
  const found = isService ? null : await findTrusted(poolOf(run), storedId(id))
  work.isTrusted = found !== null
  if (found !== null) return found
  if (documentId == null) throw invalidBody(NO_PERSISTED_QUERY)
  if (isService)
    throw callerNotAllowed(
      'Trusted documents do not serve service accounts: send the text of the document as query.',
    )
  throw notTrusted('No trusted document has this documentId.')
}

function notTrusted(reason: string): GatewayError {
  return new GatewayError('document_not_trusted', reason)
}

// Yoga gets a request without its body, which is read from that of Express.
async function readParameters({ run, response }: ServerContext): Promise<unknown> {
  const { req, locals } = response
  const body =
    req.method === 'GET' ? null : await locals.deadline.exclude(readBody(response, MAX_BODY_BYTES))
  // Many anonymous requests would delay the others, even if each is short. So they take turns of heavy work.
  if (!run.caller) await run.heavyWork.enter(run.request)
  if (body === null) return readQuery(new URLSearchParams(locals.target.query))
  requireJson(req.get('Content-Type'))
  return parseJsonBytes(body, 'plain')
}

function readQuery(parameters: URLSearchParams): Record<string, unknown> {
  const entries = [...parameters].filter(([, value]) => value !== '')
  if (new Set(parameters.keys()).size < parameters.size)
    throw invalidBody('The query gives a parameter more than once.')
  return Object.fromEntries(
    entries.map(([name, value]) => {
      const hasJson = name === 'variables' || name === 'extensions'
      return [name, hasJson ? parseJsonText(value, 'plain', name) : value]
    }),
  )
}
