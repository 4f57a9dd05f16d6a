/** How much the database holds. */
export interface Size {
  readonly clients: number
  /** Of each client. */
  readonly assets: number
  /** Of each asset. */
  readonly valuations: number
  /** Assets of one further client. */
  readonly large: number
  readonly keys: number
}

export const FULL: Size = {
  clients: 200,
  assets: 1_000,
  valuations: 12,
  large: 100_000,
  keys: 64,
}

/** For daily use: as many assets a client, but fewer clients, and the large one is smaller. */
export const QUICK: Size = { ...FULL, clients: 10, large: 10_000 }
