type Handler = () => Promise<boolean> | null

/** A question to the person over the page, on whose answer requests wait. Concurrent requests share one answer. */
export interface Question {
  /** Whether the answer is yes. Null: it is not asked. */
  readonly ask: () => Promise<boolean> | null
  readonly isOpen: () => boolean
  /** Sets how it is asked; returns a function that removes that. */
  readonly register: (handler: Handler) => () => void
}

/** A question that nobody asks yet. */
export function createQuestion(): Question {
  let handler: Handler | null = null
  let pending: Promise<boolean> | null = null
  const close = () => {
    pending = null
  }
  return {
    ask: () => {
      pending ??= handler?.()?.finally(close) ?? null
      return pending
    },
    isOpen: () => pending !== null,
    register: (newHandler) => {
      handler = newHandler
      return () => {
        handler = null
      }
    },
  }
}
