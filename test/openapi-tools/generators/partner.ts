/** A partner's key at a gateway, and a client that the key reads. */
export interface Partner {
  readonly origin: string
  readonly key: string
  readonly clientId: string
}

/** The registry ids of the first page of assets, read by a generated client. */
export type ReadIds = (partner: Partner) => Promise<readonly string[]>

/** Whether a generated schema accepts a page of assets. */
export type AcceptsPage = (page: unknown) => boolean
