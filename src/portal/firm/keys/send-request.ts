import type { PortalError } from '../../data/error.ts'
import { parseError } from '../../data/session/http.ts'

/** A request of the API, as the example command sends it. */
export interface ExampleRequest {
  readonly path: string
  readonly secret: string
  readonly version: string
}

/** The response. */
export interface Answer {
  readonly status: number
  readonly milliseconds: number
  /** JSON with one member a line; any other text as it is. */
  readonly body: string
  /** In words, if it is an error. */
  readonly error: PortalError | null
}

/**
 * Sends a request with the secret of a key, and nothing of the session: no cookie is sent, and nothing is
 * kept in the browser's cache. Null where no answer came. Never throws.
 */
export async function sendRequest({
  path,
  secret,
  version,
}: ExampleRequest): Promise<Answer | null> {
  const start = performance.now()
  try {
    const response = await fetch(path, {
      headers: { Authorization: `Bearer ${secret}`, 'X-Service-Version': version },
      credentials: 'omit',
      cache: 'no-store',
    })
    const text = await response.text()
    const milliseconds = Math.round(performance.now() - start)
    const json = parsed(text)
    const error = response.ok ? null : parseError(json, path, response.headers)
    const body = json === undefined ? text : JSON.stringify(json, null, 2)
    return { status: response.status, milliseconds, body, error }
  } catch {
    return null
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
