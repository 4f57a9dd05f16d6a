/** One HTTP request. */
export interface BenchRequest {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
}

export const API_VERSION = '2024-01-01'

/** A request of the REST interface. */
export function rest(path: string, secret: string): BenchRequest {
  const headers = { Authorization: `Bearer ${secret}`, 'X-Service-Version': API_VERSION }
  return { method: 'GET', path, headers }
}

/** A GraphQL request. */
export function graphql(
  query: string,
  variables: Readonly<Record<string, unknown>>,
  headers: Readonly<Record<string, string>>,
): BenchRequest {
  return {
    method: 'POST',
    path: '/graphql',
    headers: { 'Content-Type': 'application/json', Accept: 'application/json', ...headers },
    body: JSON.stringify({ query, variables }),
  }
}

/** Sends a request and returns the JSON body; throws unless the status is 200. */
export async function send(url: string, request: BenchRequest): Promise<unknown> {
  const { method, headers, body } = request
  const response = await fetch(url + request.path, { method, headers, ...(body && { body }) })
  const text = await response.text()
  if (response.status !== 200)
    throw new Error(`${method} ${request.path}: ${response.status} ${text.slice(0, 300)}`)
  return JSON.parse(text)
}
