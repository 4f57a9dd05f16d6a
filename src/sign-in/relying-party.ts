/** The site that passkeys belong to, as browsers see it. */
export interface RelyingParty {
  readonly id: string
  /** The only origin whose signatures are accepted. Null: that of the request, which the router has checked. */
  readonly origin: string | null
}

/**
 * The relying party of `publicUrl`. Without one, passkeys work at `localhost` alone: a browser accepts no
 * IP address, and any other name would be one that the request's sender chose.
 */
export function relyingParty(publicUrl: string | undefined): RelyingParty {
  if (publicUrl === undefined) return { id: 'localhost', origin: null }
  const { hostname, origin } = new URL(publicUrl)
  return { id: hostname, origin }
}
