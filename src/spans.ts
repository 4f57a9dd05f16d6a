import { AsyncLocalStorage } from 'node:async_hooks'

/** The attributes of a span. They never contain text of a caller, an id, or a stored value. */
type SpanFacts = Readonly<Record<string, string | number>>

interface SpanDescription {
  readonly name: string
  readonly facts?: SpanFacts
}

/** Runs a part of a request and measures it. */
export type SpanRunner = <Result>(
  description: SpanDescription,
  run: () => Promise<Result>,
) => Promise<Result>

// Empty, and without cost, for a request that is not traced.
const current = new AsyncLocalStorage<SpanRunner>()

/** Runs a part of a request. If the request is traced, creates a span; `describe` is called only then. */
export function inSpan<Result>(
  describe: () => SpanDescription,
  run: () => Promise<Result>,
): Promise<Result> {
  const runner = current.getStore()
  return runner ? runner(describe(), run) : run()
}

/** Calls `run`. It, and everything that it starts, uses this runner for spans. */
export function withSpans<Result>(runner: SpanRunner, run: () => Result): Result {
  return current.run(runner, run)
}
