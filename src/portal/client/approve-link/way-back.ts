/** How long a client can stop the automatic return. */
export const RETURN_SECONDS = 10

/** The address of the firm to go back to. Null for none, and for an address that is not https. */
export function parseWayBack(address: string | null): URL | null {
  if (address === null || !URL.canParse(address)) return null
  const url = new URL(address)
  return url.protocol === 'https:' ? url : null
}
