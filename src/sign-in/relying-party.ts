/** The site that passkeys belong to, as browsers see it. */
export interface RelyingParty {
  readonly id: string
  /** The only origin whose signatures are accepted. Null: the origin of the request, which the router has checked. */
  readonly origin: string | null
}

/**
 * The relying party of `publicUrl`. Without `publicUrl`, passkeys work only at `localhost`: browsers accept no IP
 * address, and the sender of the request could choose any other name.
 */
export function relyingParty(publicUrl: string | undefined): RelyingParty {
  if (publicUrl === undefined) return { id: 'localhost', origin: null }
  const { hostname, origin } = new URL(publicUrl)
  return { id: hostname, origin }
}
