interface Options {
  /** Inserted between double quotes in a shell: a secret, or a variable that holds one. */
  readonly secret: string
  readonly version: string
}

/** A curl command that sends a GET to a path of the API. */
export function requestCommand({ path, ...options }: Options & { readonly path: string }): string {
  return [`curl '${window.location.origin}${path}'`, ...headers(options)].join(CONTINUED)
}

/** A curl command that works before any client has given the key access. */
export function whoAmICommand(options: Options): string {
  return graphqlCommand(options, '{ viewer { name environment scopes } }')
}

/** A curl command that sends a document of GraphQL. */
export function graphqlCommand(options: Options, query: string): string {
  return [
    `curl '${window.location.origin}/graphql'`,
    ...headers(options),
    `  -H 'Content-Type: application/json'`,
    `  -d '${JSON.stringify({ query })}'`,
  ].join(CONTINUED)
}

const CONTINUED = ' \\\n'

function headers({ secret, version }: Options): string[] {
  return [`  -H "Authorization: Bearer ${secret}"`, `  -H 'X-Service-Version: ${version}'`]
}

interface Given {
  readonly state: string
  readonly client: { readonly id: string }
}

/** The newest client whose portfolio a key can read, by its grants, newest first. */
export function clientToRead(grants: readonly Given[]): string | undefined {
  return grants.find(({ state }) => state === 'active')?.client.id
}
