import { type DocumentNode, parse, validate } from 'graphql'
import type { Plugin } from 'graphql-yoga'
import { LRUCache } from 'lru-cache'
import { GatewayError } from '../errors.ts'
import type { Budget } from './budget.ts'
import { boundedSizeOf } from './document-size.ts'
import type { ServerContext } from './server.ts'
import type { StandardIntrospection, StoredBody } from './standard-introspection.ts'

const MAX_CHARACTERS = 32_768
const MAX_TOKENS = 2_000
const MAX_ERRORS = 10
const CACHE_BYTES = 16 * 2 ** 20
const TRUSTED_CACHE_BYTES = 8 * 2 ** 20
// The size of a document that counts as one request. Validation of this size takes about a millisecond.
const SIZE_PER_REQUEST = 1_000

/** What is read from the parameters of a request before its document is run. */
interface DocumentReader {
  /**
   * The stored body that answers the document, or null. Without a stored body, `work.document` is set. Throws
   * `document_too_costly`, or a GraphQLError for a syntax error.
   */
  prepare(
    text: string,
    name: string | undefined,
    context: ServerContext,
  ): Promise<StoredBody | null>
  /** Gives the server the document of `work`, and validates it unless it is known. */
  readonly plugin: Plugin<ServerContext>
}

/**
 * Parses and validates documents in bounded time, and answers standard introspection queries from stored bodies. The
 * validation of a long document is charged before it begins. Valid documents of identified callers are cached in
 * bounded memory. Documents of anonymous callers are not cached, so they cannot evict the others. Trusted documents have
 * a cache of their own, whoever runs them, and their validation is not charged.
 */
export function createDocumentReader(
  introspection: StandardIntrospection,
  budget: Budget,
): DocumentReader {
  const ofCallers = createDocumentCache()
  const ofOperators = createDocumentCache(TRUSTED_CACHE_BYTES)
  const cacheFor = ({ isTrusted }: ServerContext['work']) => (isTrusted ? ofOperators : ofCallers)
  const parseAdmitted = async (text: string, { run, work }: ServerContext) => {
    const { document, size } = parseDocument(text)
    if (!work.isTrusted) await budget.admitDocument(run, work, Math.ceil(size / SIZE_PER_REQUEST))
    return document
  }
  return {
    async prepare(text, name, context) {
      const { run, work } = context
      const beforeFirst = () => run.heavyWork.enter(run.request)
      const stored = await introspection.find(text, name, beforeFirst)
      if (!stored) work.document = cacheFor(work).get(text) ?? (await parseAdmitted(text, context))
      return stored
    },
    plugin: {
      onParse({ context, setParsedDocument }) {
        const { document } = context.work
        if (document) setParsedDocument(document)
      },
      onValidate({ params: { documentAST: document }, context, setResult, setValidationFn }) {
        const text = document.loc?.source.body ?? ''
        const cache = cacheFor(context.work)
        if (cache.has(text)) return setResult([])
        setValidationFn((schema, ast, rules) =>
          validate(schema, ast, rules, { maxErrors: MAX_ERRORS }),
        )
        return ({ valid }) => {
          if (valid && (context.work.isTrusted || context.run.caller)) cache.set(text, document)
        }
      },
    },
  }
}

/** A cache of parsed documents by their text. */
export function createDocumentCache(maxSize = CACHE_BYTES) {
  return new LRUCache<string, DocumentNode>({
    maxSize,
    sizeCalculation: (document, text) => bytesOf(document, text.length),
  })
}

/**
 * Parses a document. `size` is the work of its validation, as in `boundedSizeOf`. Throws `document_too_costly`, or a
 * GraphQLError for a syntax error.
 */
export function parseDocument(text: string): {
  readonly document: DocumentNode
  readonly size: number
} {
  if (text.length > MAX_CHARACTERS)
    throw new GatewayError(
      'document_too_costly',
      `The document has more than ${MAX_CHARACTERS} characters; send values as variables.`,
    )
  const document = parse(text, { maxTokens: MAX_TOKENS })
  return { document, size: boundedSizeOf(document) }
}

// The size was measured, in bytes. Each token has its location and its AST nodes.
function bytesOf({ tokenCount = 0 }: DocumentNode, characters: number): number {
  return 2_000 + 2 * characters + 600 * tokenCount
}
