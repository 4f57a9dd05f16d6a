interface Read {
  readonly secret: string
  readonly version: string
  /** A client who has granted the key something, where there is one. */
  readonly clientId?: string
}

/** Stands where a client's id belongs. */
export const CLIENT_PLACE = 'CLIENT_ID'

/** A command that reads a client's assets with a key. */
export function readCommand({ secret, version, clientId = CLIENT_PLACE }: Read): string {
  return [
    `curl '${window.location.origin}/api/v1/assets?client_id=${clientId}'`,
    `  -H 'Authorization: Bearer ${secret}'`,
    `  -H 'X-Service-Version: ${version}'`,
  ].join(' \\\n')
}
