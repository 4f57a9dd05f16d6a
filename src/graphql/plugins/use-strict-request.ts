import { z } from 'zod'
import { invalidBody } from '../../errors.ts'
import { MAX_BODY_BYTES, readBody, requireJson } from '../../http/body.ts'
import { parseJsonBytes, parseJsonText } from '../../http/strict-json.ts'
import { createTextFinder } from '../trusted-documents.ts'
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
 * error is `unsupported_media_type` or `invalid_body`.
 */
export function useStrictRequest(): ServerPlugin {
  const findText = createTextFinder()
  return {
    onRequestParse({ serverContext, setRequestParser }) {
      setRequestParser(async () => {
        const parsed = GraphQLRequest.safeParse(await readParameters(serverContext))
        if (!parsed.success) throw invalidBody(`${parsed.error.issues[0]?.message}.`)
        const { query: text, documentId, variables, operationName, extensions } = parsed.data
        const hash = Persisted.safeParse(extensions).data?.persistedQuery.sha256Hash
        const query = await findText({ text, documentId, hash }, serverContext)
        return {
          query,
          ...(variables && { variables }),
          ...(operationName != null && { operationName }),
        }
      })
    },
  }
}

// The request that the server has is without a body.
async function readParameters({ run, response }: ServerContext): Promise<unknown> {
  const { req, locals } = response
  const body =
    req.method === 'GET'
      ? null
      : await locals.deadline.exclude(readBody(req, response, MAX_BODY_BYTES))
  // Many anonymous requests would delay the others, even if each is short. So they take turns of heavy work.
  if (!run.caller) await run.heavyWork.enter(run.request)
  if (body === null) return readQuery(new URLSearchParams(locals.target.query))
  requireJson(req.get('Content-Type'))
  return parseJsonBytes(body, 'plain')
}

function readQuery(parameters: URLSearchParams): Record<string, unknown> {
  const entries = [...parameters].filter(([, value]) => value !== '')
  if (new Map(entries).size < entries.length)
    throw invalidBody('The query gives a parameter more than once.')
  return Object.fromEntries(
    entries.map(([name, value]) => {
      const hasJson = name === 'variables' || name === 'extensions'
      return [name, hasJson ? parseJsonText(value, 'plain', name) : value]
    }),
  )
}
