import {
  type Client,
  type CombinedError,
  createRequest,
  type Exchange,
  makeOperation,
  mapExchange,
  type Operation,
  type OperationResult,
} from 'urql'
import { SessionDocument, type SessionQuery } from '../generated/graphql.ts'
import { AnswerAges } from './answer-ages.ts'
import { toPortalError } from './error.ts'
import { wholeResult } from './whole-result.ts'

// This is not the name of a type. A mutation makes all read data old, because its response does not name everything
// that changed, such as a history or an empty list.
const EVERYTHING = ['everything']
const SESSION = createRequest(SessionDocument, {}).key
const AGAIN = { requestPolicy: 'cache-and-network' } as const
const FROM_SERVER = { requestPolicy: 'network-only' } as const

/** Reads old data again, in two exchanges around the cache. */
export class Freshness {
  readonly #ages: AnswerAges
  readonly #shown = new Map<number, unknown>()
  readonly #active = new Set<number>()
  readonly #failed = new Map<number, Operation>()
  #mutations = 0
  #isStaff = false

  /** `now`: a clock in milliseconds. */
  constructor(now: () => number) {
    this.#ages = new AnswerAges(now)
  }

  /** In front of the cache: old data is shown and read again. Shown data stays if no answer comes. */
  readonly asked: Exchange = withTeardown(
    mapExchange({
      onOperation: (operation) => this.#ask(operation),
      onResult: (result) => this.#show(result),
    }),
    (operation) => this.#forget(operation),
  )

  /** Behind the cache: notes when the server answered, and what it did. */
  readonly answered: Exchange = (input) =>
    mapExchange({
      onOperation: (operation) => this.#countBefore(operation),
      onResult: (result) => this.#answer(result, input.client),
    })(input)

  /**
   * Reads again what is shown and old, unless it was asked for with `steady` in its context. Not for staff: each of
   * their reads is recorded.
   */
  refresh(client: Client): void {
    for (const operation of this.#ages.old)
      if (this.#mayAge(operation)) client.reexecuteOperation(withContext(operation, AGAIN))
  }

  /** Asks again for what is shown and had no answer, such as when the network is back. */
  retry(client: Client): void {
    for (const operation of this.#failed.values())
      client.reexecuteOperation(withContext(operation, FROM_SERVER))
  }

  #mayAge({ context }: Operation): boolean {
    return !context.steady && !this.#isStaff
  }

  #ask(operation: Operation): Operation {
    const { kind, key, context } = operation
    if (kind !== 'query') return operation
    this.#active.add(key)
    const isFirst = context.requestPolicy === 'cache-first'
    const isReadAgain = isFirst && this.#mayAge(operation) && this.#ages.isOld(operation)
    return withContext(operation, { additionalTypenames: EVERYTHING, ...(isReadAgain && AGAIN) })
  }

  #show(result: OperationResult): OperationResult {
    const { operation, error, stale } = result
    // The response to a mutation may hold a secret.
    if (operation.kind !== 'query') return result
    const { data } = wholeResult(result)
    if (data) this.#shown.set(operation.key, data)
    if (data && operation.key === SESSION) this.#isStaff = isOfStaff(data)
    if (data || !(stale || (error && isPassing(error)))) return result
    return { ...result, data: this.#shown.get(operation.key) }
  }

  #forget({ key }: Operation): void {
    this.#active.delete(key)
    this.#failed.delete(key)
    // To read a query again, React leaves it and asks for it at once.
    queueMicrotask(() => this.#active.has(key) || this.#shown.delete(key))
  }

  #countBefore(operation: Operation): Operation {
    if (operation.kind !== 'query') return operation
    return withContext(operation, { mutations: this.#mutations })
  }

  #answer(result: OperationResult, client: Client): OperationResult {
    const { operation, error } = result
    const { data } = wholeResult(result)
    if (operation.kind === 'mutation') return data ? this.#noteMutation(result) : result
    if (operation.kind !== 'query') return result
    if (data && operation.context.mutations !== this.#mutations)
      return this.#readAgain(result, client)
    if (!error) this.#ages.note(operation)
    if (error && isPassing(error)) this.#failed.set(operation.key, operation)
    else this.#failed.delete(operation.key)
    return result
  }

  #noteMutation(result: OperationResult): OperationResult {
    this.#mutations += 1
    const operation = withContext(result.operation, { additionalTypenames: EVERYTHING })
    return { ...result, operation }
  }

  // It may be from before a mutation: it is shown until the next answer, and the cache does not get it.
  #readAgain(result: OperationResult, client: Client): OperationResult {
    const { operation } = result
    this.#shown.set(operation.key, wholeResult(result).data)
    client.reexecuteOperation(withContext(operation, FROM_SERVER))
    return { ...result, data: undefined, error: undefined, stale: true }
  }
}

function withContext(operation: Operation, changed: Partial<Operation['context']>): Operation {
  return makeOperation(operation.kind, operation, { ...operation.context, ...changed })
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

// They say nothing about the requested data, such as a network that is not there yet when a computer wakes up.
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
