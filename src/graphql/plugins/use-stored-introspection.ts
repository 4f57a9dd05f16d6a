import {
  executeSync,
  type GraphQLSchema,
  getIntrospectionQuery,
  type IntrospectionOptions,
  parse,
  stripIgnoredCharacters,
} from 'graphql'
import { type Encoded, type Encoding, encode } from '../../http/encoding.ts'
import type { ServerPlugin } from '../yoga.ts'

/** A stored response body, in each encoding in which it was sent. */
export interface StoredBody {
  encode(encoding: Encoding): Promise<Encoded>
}

// Longer documents are not compared.
const MAX_LENGTH = 4_096
const OPERATION = 'IntrospectionQuery'
const OPTIONS = [
  'descriptions',
  'specifiedByUrl',
  'directiveIsRepeatable',
  'schemaDescription',
  'inputValueDeprecation',
  'oneOf',
] as const satisfies readonly (keyof IntrospectionOptions)[]

// The standard queries by their text without spaces and comments. They are the same for all schemas.
const queries = new Map(
  Array.from({ length: 2 ** OPTIONS.length }, (_, bits) => {
    const query = getIntrospectionQuery(optionsOf(bits))
    return [stripIgnoredCharacters(query), query]
  }),
)

/**
 * Tools read the whole schema with one query, which `getIntrospectionQuery` of graphql-js writes with several options.
 * The result is the same for every caller, so it is created once and stored: at most 64 bodies.
 */
export function useStoredIntrospection(schema: GraphQLSchema): ServerPlugin {
  const bodies = new Map<string, StoredBody>()
  return {
    async onParams({ params, context, setResult }) {
      const query =
        (params.operationName || OPERATION) === OPERATION ? findQuery(params.query) : null
      if (query === null) return
      // A new body blocks for some milliseconds.
      if (!bodies.has(query)) await context.run.heavyWork.enter(context.run.request)
      const body = bodies.get(query) ?? storedBody(schema, query)
      bodies.set(query, body)
      context.work.stored = body
      setResult({})
    },
  }
}

function optionsOf(bits: number): IntrospectionOptions {
  return Object.fromEntries(OPTIONS.map((name, bit) => [name, (bits & (1 << bit)) !== 0]))
}

function findQuery(text = ''): string | null {
  if (text.length > MAX_LENGTH || !text.includes(OPERATION)) return null
  try {
    return queries.get(stripIgnoredCharacters(text)) ?? null
  } catch {
    return null
  }
}

function storedBody(schema: GraphQLSchema, query: string): StoredBody {
  const result = executeSync({ schema, document: parse(query) })
  const bytes = Buffer.from(JSON.stringify(result))
  const encoded = new Map<Encoding, Promise<Encoded>>()
  return {
    encode(encoding) {
      const known = encoded.get(encoding) ?? encode(bytes, encoding)
      encoded.set(encoding, known)
      return known
    },
  }
}
