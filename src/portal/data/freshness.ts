import {
  type Client,
  type CombinedError,
  createRequest,
  type Exchange,
  makeOperation,
  mapExchange,
  type Operation,
} from 'urql'
import { SessionDocument, type SessionQuery } from '../generated/graphql.ts'
import { toPortalError } from './error.ts'
import { wholeResult } from './whole-result.ts'

/** For so long, what was read is shown without asking again. */
export const FRESH_MS = 30_000

// A name of no type. What was done makes all that was read old: a response does not name what else changed, such as a
// history or an empty list.
const EVERYTHING = ['everything']

const SESSION = createRequest(SessionDocument, {}).key
const MAX_ANSWERS = 500

interface Freshness {
  /** In front of the cache: what is old is shown and read again. What is shown stays where no answer comes. */
  readonly asked: Exchange
  /** Behind the cache: notes when the server answered, and what it did. */
  readonly answered: Exchange
  /**
   * Reads again what is shown and old, unless it was asked for with `steady` in its context. Not for staff: each of
   * their reads is recorded.
   */
  readonly refresh: (client: Client) => void
}

/** How old the results of queries are, by this clock. */
export function freshness(now: () => number): Freshness {
  const answers = new Map<number, { readonly operation: Operation; readonly at: number }>()
  const shown = new Map<number, unknown>()
  const active = new Set<number>()
  let mutations = 0
  let isStaff = false
  const isOld = ({ key, context }: Operation) => {
    const answer = answers.get(key)
    const mayAge = !context.steady && !isStaff
    return mayAge && (answer === undefined || now() - answer.at >= FRESH_MS)
  }
  const noteAnswer = (operation: Operation) => {
    // The oldest is the first one.
    answers.delete(operation.key)
    answers.set(operation.key, { operation, at: now() })
    const [oldest] = answers.keys()
    if (oldest !== undefined && answers.size > MAX_ANSWERS) answers.delete(oldest)
  }
  const forget = ({ key }: Operation) => {
    active.delete(key)
    // To read a query again, React leaves it and asks for it at once.
    queueMicrotask(() => active.has(key) || shown.delete(key))
  }
  const asked = mapExchange({
    onOperation: (operation) => {
      const { kind, key, context } = operation
      if (kind !== 'query') return operation
      active.add(key)
      const isReadAgain = context.requestPolicy === 'cache-first' && isOld(operation)
      return makeOperation(kind, operation, {
        ...context,
        additionalTypenames: EVERYTHING,
        ...(isReadAgain && AGAIN),
      })
    },
    onResult: (result) => {
      const { operation, error, stale } = result
      // The response to a mutation may hold a secret.
      if (operation.kind !== 'query') return result
      const { data } = wholeResult(result)
      if (data) shown.set(operation.key, data)
      if (data && operation.key === SESSION) isStaff = isOfStaff(data)
      if (data || !(stale || (error && isPassing(error)))) return result
      return { ...result, data: shown.get(operation.key) }
    },
  })
  const answered: Exchange = (input) => {
    const { client } = input
    const noted = mapExchange({
      onOperation: (operation) => {
        const { kind, context } = operation
        return kind === 'query'
          ? makeOperation(kind, operation, { ...context, mutations })
          : operation
      },
      onResult: (result) => {
        const { operation, error } = result
        const { kind, key, context } = operation
        const { data } = wholeResult(result)
        if (kind === 'query' && data && context.mutations !== mutations) {
          // It may be from before a mutation: it is shown until the next answer, and the cache does not get it.
          shown.set(key, data)
          client.reexecuteOperation(makeOperation(kind, operation, { ...context, ...FROM_SERVER }))
          return { ...result, data: undefined, error: undefined, stale: true }
        }
        if (kind === 'query' && !error) noteAnswer(operation)
        if (kind !== 'mutation' || !data) return result
        mutations += 1
        const everywhere = { ...context, additionalTypenames: EVERYTHING }
        return { ...result, operation: makeOperation(kind, operation, everywhere) }
      },
    })
    return noted(input)
  }
  const refresh = (client: Client) => {
    for (const { operation } of answers.values())
      if (isOld(operation))
        client.reexecuteOperation(
          makeOperation('query', operation, { ...operation.context, ...AGAIN }),
        )
  }
  return { asked: withTeardown(asked, forget), answered, refresh }
}

// `mapExchange` does not call for a query that is no longer shown.
function withTeardown(exchange: Exchange, onTeardown: (operation: Operation) => void): Exchange {
  return (input) => (operations) =>
    exchange(input)((sink) =>
      operations((signal) => {
        const value = typeof signal === 'object' && signal[0]
        if (value && 'kind' in value && value.kind === 'teardown') onTeardown(value)
        sink(signal)
      }),
    )
}

function isOfStaff({ viewer }: SessionQuery): boolean {
  return viewer.person?.isStaff ?? false
}

const AGAIN = { requestPolicy: 'cache-and-network' } as const
const FROM_SERVER = { requestPolicy: 'network-only' } as const

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
