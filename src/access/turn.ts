import type { ServerResponse } from 'node:http'

/** The turn of a request, which is one of a limited number. */
export interface Turn {
  /** Lets another request have it for the time being. */
  pause(): void
  resume(): void
}

const turns = new WeakMap<ServerResponse, Turn>()

/** Makes this the turn of a request. */
export function startTurn(response: ServerResponse, turn: Turn): void {
  turns.set(response, turn)
}

/**
 * Waits for something that only the caller itself can delay. Another request has the turn meanwhile, so
 * that callers which let their own requests wait hold no turns.
 */
export async function waitOutsideTurn<Result>(
  response: ServerResponse,
  wait: Promise<Result>,
): Promise<Result> {
  const turn = turns.get(response)
  if (!turn) return wait
  let isPaused = false
  // What is there already comes before this.
  const pausing = setImmediate(() => {
    isPaused = true
    turn.pause()
  })
  try {
    return await wait
  } finally {
    clearImmediate(pausing)
    if (isPaused) turn.resume()
  }
}
