import { type DocumentNode, parse, validate } from 'graphql'
import { LRUCache } from 'lru-cache'
import { boundedSizeOf, tooCostly } from '../document-limits.ts'
import type { ServerContext, ServerPlugin } from '../yoga.ts'
import type { Charge } from './use-cost.ts'

const MAX_CHARACTERS = 32_768
const MAX_TOKENS = 2_000
const MAX_ERRORS = 10
const CACHE_BYTES = 16 * 2 ** 20
const TRUSTED_CACHE_BYTES = 8 * 2 ** 20
// The size of a document that counts as one request. Validation of this size takes about a millisecond.
const SIZE_PER_REQUEST = 1_000

/**
 * Parses and validates documents in bounded time. The validation of a long document is charged before it begins, and
 * takes a turn of heavy work. Valid documents of identified callers are cached in bounded memory. Those of anonymous
 * callers are not, so they cannot evict the others. Trusted documents have a cache of their own, and their validation
 * is not charged.
 */
export function useDocumentBudget(charge: Charge): ServerPlugin {
  const ofCallers = createDocumentCache()
  const ofOperators = createDocumentCache(TRUSTED_CACHE_BYTES)
  const cacheFor = ({ isTrusted }: ServerContext['work']) => (isTrusted ? ofOperators : ofCallers)
  const parseAdmitted = async (text: string, context: ServerContext) => {
    const { run, work } = context
    const { document, size } = parseDocument(text)
    const requests = work.isTrusted ? 1 : Math.ceil(size / SIZE_PER_REQUEST)
    if (requests > 1) {
      await charge(context, requests)
      await run.heavyWork.enter(run.request)
    }
    return document
  }
  return {
    async onParams({ params: { query = '' }, context }) {
      if (context.work.stored) return
      context.work.document =
        cacheFor(context.work).get(query) ?? (await parseAdmitted(query, context))
    },
    onParse({ context, setParsedDocument }) {
      if (context.work.document) setParsedDocument(context.work.document)
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
  }
}

export function createDocumentCache(maxSize = CACHE_BYTES) {
  return new LRUCache<string, DocumentNode>({
    maxSize,
    // The size was measured, in bytes. Each token has its location and its AST nodes.
    sizeCalculation: ({ tokenCount = 0 }, text) => 2_000 + 2 * text.length + 600 * tokenCount,
  })
}

/** Parses a document; `size` is that of `boundedSizeOf`. Throws `document_too_costly`, or a syntax error of graphql. */
export function parseDocument(text: string) {
  if (text.length > MAX_CHARACTERS)
    throw tooCostly(`has more than ${MAX_CHARACTERS} characters; send values as variables`)
  const document = parse(text, { maxTokens: MAX_TOKENS })
  return { document, size: boundedSizeOf(document) }
}
