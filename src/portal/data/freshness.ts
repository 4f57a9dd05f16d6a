import {
  type Client,
  type CombinedError,
  type Exchange,
  makeOperation,
  mapExchange,
  type Operation,
} from 'urql'
import { toPortalError } from './error.ts'
import { wholeResult } from './whole-result.ts'

/** For so long, what was read is shown without asking again. */
export const FRESH_MS = 30_000

// A name of no type. What was done makes all that was read old: a response does not name what else changed, such as a
// history or an empty list.
const EVERYTHING = ['everything']

interface Freshness {
  /** In front of the cache: what is old is shown and read again. What is shown stays where no answer comes. */
  readonly asked: Exchange
  /** Behind the cache: notes when the server answered, and what it did. */
  readonly answered: Exchange
  /** Reads again what is shown and old, unless it was asked for with `steady` in its context. */
  readonly refresh: (client: Client) => void
}

/** How old the results of queries are, by this clock. */
export function freshness(now: () => number): Freshness {
  const answers = new Map<number, { readonly operation: Operation; readonly at: number }>()
  const shown = new Map<number, unknown>()
  const isOld = ({ key }: Operation) => {
    const answer = answers.get(key)
    return answer !== undefined && now() - answer.at >= FRESH_MS
  }
  const asked = mapExchange({
    onOperation: (operation) => {
      const { kind, context } = operation
      if (kind !== 'query') return operation
      const isReadAgain = context.requestPolicy === 'cache-first' && isOld(operation)
      return makeOperation(kind, operation, {
        ...context,
        additionalTypenames: EVERYTHING,
        ...(isReadAgain && AGAIN),
      })
    },
    onResult: (result) => {
      const { operation, error } = result
      // The response to a mutation may hold a secret.
      if (operation.kind !== 'query') return result
      const { data } = wholeResult(result)
      if (data) shown.set(operation.key, data)
      if (data || !error || !isPassing(error)) return result
      return { ...result, data: shown.get(operation.key) }
    },
  })
  const answered = mapExchange({
    onResult: (result) => {
      const { operation, error } = result
      const { kind, key, context } = operation
      if (kind === 'query' && !error) answers.set(key, { operation, at: now() })
      if (kind !== 'mutation' || !wholeResult(result).data) return result
      const everywhere = { ...context, additionalTypenames: EVERYTHING }
      return { ...result, operation: makeOperation(kind, operation, everywhere) }
    },
  })
  const refresh = (client: Client) => {
    for (const { operation } of answers.values())
      if (!operation.context.steady && isOld(operation))
        client.reexecuteOperation(
          makeOperation('query', operation, { ...operation.context, ...AGAIN }),
        )
  }
  return { asked, answered, refresh }
}

const AGAIN = { requestPolicy: 'cache-and-network' } as const

// They say nothing about what was asked for, such as a network that is not there yet when a computer wakes up.
const PASSING: readonly string[] = [
  'offline',
  'unreadable',
  'internal_error',
  'service_unavailable',
  'rate_limit_exceeded',
  'too_many_concurrent_requests',
  'request_timeout',
]

function isPassing(error: CombinedError): boolean {
  return PASSING.includes(toPortalError(error).code)
}
