import { type DocumentNode, GraphQLError, parse, validate } from 'graphql'
import type { Plugin } from 'graphql-yoga'
import { LRUCache } from 'lru-cache'
import { GatewayError } from '../errors.ts'
import type { Context } from '../schema/context.ts'
import { requireValidatable } from './document-size.ts'

const MAX_CHARACTERS = 32_768
const MAX_TOKENS = 2_000
const MAX_ERRORS = 10
const CACHE_BYTES = 16 * 2 ** 20

/**
 * Parses and validates documents, each within a bound of time. Those that are valid and come from a
 * caller with a credential are kept, within a bound of memory: nobody else can push them out.
 */
export function readDocuments(): Plugin<{ readonly run: Context }> {
  const known = createDocumentCache()
  return {
    onParse({ params, setParsedDocument, setParseFn }) {
      const document = known.get(String(params.source))
      if (document) setParsedDocument(document)
      else setParseFn(parseDocument)
    },
    onValidate({ params: { documentAST: document }, context, setResult, setValidationFn }) {
      const text = document.loc?.source.body ?? ''
      if (known.has(text)) return setResult([])
      setValidationFn((schema, ast, rules) =>
        validate(schema, ast, rules, { maxErrors: MAX_ERRORS }),
      )
      return ({ valid }) => {
        if (valid && context.run.caller) known.set(text, document)
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

/** The document of a text. Throws `document_too_costly`, or what is wrong with its syntax. */
export function parseDocument(source: string | { readonly body: string }): DocumentNode {
  const text = typeof source === 'string' ? source : source.body
  try {
    if (text.length > MAX_CHARACTERS)
      throw new GatewayError(
        'document_too_costly',
        `The document has more than ${MAX_CHARACTERS} characters; send values as variables.`,
      )
    const document = parse(text, { maxTokens: MAX_TOKENS })
    requireValidatable(document)
    return document
  } catch (thrown) {
    if (!(thrown instanceof GatewayError)) throw thrown
    throw new GraphQLError(thrown.message, { originalError: thrown })
  }
}

// By measurement: a token is kept with its place in the text, and with the nodes made of it.
function sizeOf({ tokenCount = 0 }: DocumentNode, characters: number): number {
  return 2_000 + 2 * characters + 600 * tokenCount
}
