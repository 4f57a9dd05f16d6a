import {
  executeSync,
  type GraphQLSchema,
  getIntrospectionQuery,
  type IntrospectionOptions,
  parse,
  stripIgnoredCharacters,
} from 'graphql'
import { type Encoded, type Encoding, encode } from '../http/encoding.ts'

/** A stored response body, in each encoding in which it was sent. */
export interface StoredBody {
  encode(encoding: Encoding): Promise<Encoded>
}

/** The bodies that answer the standard introspection queries. */
export interface StandardIntrospection {
  /**
   * The body for a document; null if the document is not a standard introspection query. `beforeFirst` is called before
   * a new body is created, because that blocks for some milliseconds.
   */
  find(
    text: string,
    operationName: string | null | undefined,
    beforeFirst: () => Promise<unknown>,
  ): Promise<StoredBody | null>
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
export function createStandardIntrospection(schema: GraphQLSchema): StandardIntrospection {
  const bodies = new Map<string, StoredBody>()
  return {
    async find(text, operationName, beforeFirst) {
      const query = (operationName || OPERATION) === OPERATION ? findQuery(text) : undefined
      if (query === undefined) return null
      const known = bodies.get(query)
      if (known) return known
      await beforeFirst()
      const body = bodies.get(query) ?? storedBody(schema, query)
      bodies.set(query, body)
      return body
    },
  }
}

function optionsOf(bits: number): IntrospectionOptions {
  return Object.fromEntries(OPTIONS.map((name, bit) => [name, (bits & (1 << bit)) !== 0]))
}

function findQuery(text: string): string | undefined {
  if (text.length > MAX_LENGTH || !text.includes(OPERATION)) return undefined
  try {
    return queries.get(stripIgnoredCharacters(text))
  } catch {
    return undefined
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
