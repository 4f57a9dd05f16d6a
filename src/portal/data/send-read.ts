import { parseJson } from '../../values/json.ts'

export interface Call {
  readonly secret: string
  readonly version: string
}

export interface Reply {
  readonly path: string
  readonly status: number
  readonly milliseconds: number
  readonly headers: Headers
  /** JSON with one member a line; any other text as it is. */
  readonly body: string
  readonly json: unknown
}

/**
 * Sends a read with the secret of a key and nothing of the session: no cookie is sent, no redirect is followed,
 * and nothing is kept in the browser's cache. Null where no answer came.
 */
export async function sendRead(path: string, { secret, version }: Call): Promise<Reply | null> {
  const start = performance.now()
  try {
    const response = await fetch(path, {
      headers: { Authorization: `Bearer ${secret}`, 'X-Service-Version': version },
      credentials: 'omit',
      cache: 'no-store',
      redirect: 'error',
    })
    const { status, headers } = response
    const text = await response.text()
    const milliseconds = Math.round(performance.now() - start)
    const json = parseJson(text)
    const body = json === undefined ? text : JSON.stringify(json, null, 2)
    return { path, status, milliseconds, headers, body, json }
  } catch {
    return null
  }
}
