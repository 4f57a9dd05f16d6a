/** The limits of the requests of one process. */
export interface TurnLimits {
  /** The number of requests that are worked on at a time. A higher number makes no request faster. */
  readonly running: number
  /**
   * A request that has had its turn for so many milliseconds counts as slow: it waits for something other than the
   * processor.
   */
  readonly turnMs: number
  /** The number of requests that may be slow at a time. At this number, further slow requests keep their turns. */
  readonly slow: number
  /** A request that has waited so many milliseconds for its turn is refused. */
  readonly patienceMs: number
  /** The number of requests that may wait. If more wait, the oldest is refused at once. */
  readonly waiting: number
  /** The interval at which some of the overdue requests are refused, in milliseconds. */
  readonly intervalMs: number
}

export const TURN_LIMITS: TurnLimits = {
  running: 48,
  turnMs: 1_000,
  slow: 96,
  patienceMs: 700,
  waiting: 10_000,
  intervalMs: 10,
}
