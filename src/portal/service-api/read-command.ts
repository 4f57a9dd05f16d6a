import type { ShownKey } from './key-facts.tsx'

interface Use {
  /** As it goes between double quotes in a shell: a secret, or a variable that holds one. */
  readonly secret: string
  readonly version: string
}

/** A command that reads a client's assets with a key. */
export function readCommand({ secret, version, clientId }: Use & { readonly clientId: string }) {
  return [
    `curl '${window.location.origin}/api/v1/assets?client_id=${clientId}'`,
    `  -H "Authorization: Bearer ${secret}"`,
    `  -H 'X-Service-Version: ${version}'`,
  ].join(' \\\n')
}

/** A command that works before any client has granted the key something. */
export function whoAmICommand({ secret, version }: Use): string {
  return [
    `curl '${window.location.origin}/graphql'`,
    `  -H "Authorization: Bearer ${secret}"`,
    `  -H 'X-Service-Version: ${version}'`,
    `  -H 'Content-Type: application/json'`,
    `  -d '{"query":"{ viewer { name environment scopes } }"}'`,
  ].join(' \\\n')
}

/** A client whose portfolio the key reads now, the newest of them. */
export function clientToRead({ newest: { nodes } }: ShownKey): string | undefined {
  return nodes.find(({ state }) => state === 'active')?.client.id
}
