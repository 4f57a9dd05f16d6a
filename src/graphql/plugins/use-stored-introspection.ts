import {
  executeSync,
  type GraphQLSchema,
  getIntrospectionQuery,
  parse,
  stripIgnoredCharacters,
} from 'graphql'
import { type CompressedForms, compressedOnce } from '../../http/compressed.ts'
import type { ServerPlugin } from '../yoga.ts'

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
] as const

// The standard queries without spaces and comments. They are the same for all schemas.
const QUERIES: ReadonlySet<string> = new Set(
  Array.from({ length: 2 ** OPTIONS.length }, (_, bits) => {
    const options = OPTIONS.map((name, bit) => [name, (bits & (1 << bit)) !== 0])
    return stripIgnoredCharacters(getIntrospectionQuery(Object.fromEntries(options)))
  }),
)

/** Answers the introspection queries of graphql-js with stored bodies: at most 64, the same for every caller. */
export function useStoredIntrospection(schema: GraphQLSchema): ServerPlugin {
  const bodies = new Map<string, CompressedForms>()
  return {
    onParams({ params: { operationName, query: text = '' }, context: { work }, setResult }) {
      if ((operationName || OPERATION) !== OPERATION) return
      if (text.length > MAX_LENGTH || !text.includes(OPERATION)) return
      const query = stripIgnoredCharacters(text)
      if (!QUERIES.has(query)) return
      // A new body blocks for some milliseconds, at most 64 times.
      work.stored = bodies.get(query) ?? createBody(schema, query)
      bodies.set(query, work.stored)
      setResult({})
    },
  }
}

function createBody(schema: GraphQLSchema, query: string): CompressedForms {
  const result = executeSync({ schema, document: parse(query) })
  return compressedOnce(Buffer.from(JSON.stringify(result)))
}
