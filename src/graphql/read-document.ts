import { type DocumentNode, GraphQLError, parse, validate } from 'graphql'
import type { Plugin } from 'graphql-yoga'
import { LRUCache } from 'lru-cache'
import { GatewayError } from '../errors.ts'
import type { Context } from '../schema/context.ts'
import { requireBoundedSize } from './document-size.ts'

const MAX_CHARACTERS = 32_768
const MAX_TOKENS = 2_000
const MAX_ERRORS = 10
const CACHE_BYTES = 16 * 2 ** 20

/**
 * Parses and validates documents in bounded time. Valid documents of identified callers are cached in
 * bounded memory. Documents of anonymous callers are not cached, so they cannot evict the others.
 */
export function readDocuments(): Plugin<{ readonly run: Context }> {
  const cache = createDocumentCache()
  return {
    onParse({ params, setParsedDocument, setParseFn }) {
      const document = cache.get(String(params.source))
      if (document) setParsedDocument(document)
      else setParseFn(parseDocument)
    },
    onValidate({ params: { documentAST: document }, context, setResult, setValidationFn }) {
      const text = document.loc?.source.body ?? ''
      if (cache.has(text)) return setResult([])
      setValidationFn((schema, ast, rules) =>
        validate(schema, ast, rules, { maxErrors: MAX_ERRORS }),
      )
      return ({ valid }) => {
        if (valid && context.run.caller) cache.set(text, document)
      }
    },
  }
}

/** A cache of parsed documents by their text. */
export function createDocumentCache() {
  return new LRUCache<string, DocumentNode>({
    maxSize: CACHE_BYTES,
    sizeCalculation: (document, text) => sizeOf(document, text.length),
  })
}

/** Parses a document. Throws a GraphQLError for `document_too_costly` and for a syntax error. */
export function parseDocument(source: string | { readonly body: string }): DocumentNode {
  const text = typeof source === 'string' ? source : source.body
  try {
    if (text.length > MAX_CHARACTERS)
      throw new GatewayError(
        'document_too_costly',
        `The document has more than ${MAX_CHARACTERS} characters; send values as variables.`,
      )
    const document = parse(text, { maxTokens: MAX_TOKENS })
    requireBoundedSize(document)
    return document
  } catch (thrown) {
    if (!(thrown instanceof GatewayError)) throw thrown
    throw new GraphQLError(thrown.message, { originalError: thrown })
  }
}

// Measured, in bytes: each token with its location and its AST nodes.
function sizeOf({ tokenCount = 0 }: DocumentNode, characters: number): number {
  return 2_000 + 2 * characters + 600 * tokenCount
}
