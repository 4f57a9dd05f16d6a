/** The number of rows in the database. */
export interface Size {
  readonly clients: number
  /** Per client. */
  readonly assets: number
  /** Per asset. */
  readonly valuations: number
  /** Assets of the large client. */
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

/** For daily use: fewer clients, and a smaller large client. */
export const QUICK: Size = { ...FULL, clients: 10, large: 10_000 }
