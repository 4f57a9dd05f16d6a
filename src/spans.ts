import { AsyncLocalStorage } from 'node:async_hooks'

/**
 * What a span says besides its name and its time. Never text that a caller sends, an id, or a value that is
 * stored.
 */
export type SpanFacts = Readonly<Record<string, string | number>>

/** A part of a request. */
export interface SpanDescription {
  readonly name: string
  readonly facts?: SpanFacts
}

/** Runs a part of a request and measures it. */
export type SpanRunner = <Result>(
  description: SpanDescription,
  run: () => Promise<Result>,
) => Promise<Result>

// Empty, and without cost, until a request is traced.
const current = new AsyncLocalStorage<SpanRunner>()

/** Runs a part of a request; as a span where the request is traced. `describe` is called only then. */
export function inSpan<Result>(
  describe: () => SpanDescription,
  run: () => Promise<Result>,
): Promise<Result> {
  const runner = current.getStore()
  return runner ? runner(describe(), run) : run()
}

/** Runs `run`, and whatever it starts, with this runner of its spans. */
export function withSpans<Result>(runner: SpanRunner, run: () => Result): Result {
  return current.run(runner, run)
}
