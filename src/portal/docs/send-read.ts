/** A parameter of the form and what was entered. */
export interface Value {
  readonly input: HTMLInputElement
  readonly name: string
  /** `path` or `query`. */
  readonly place: string
  readonly value: string
}

/** With what a request is sent. */
export interface Call {
  readonly secret: string
  readonly version: string
}

/** The response. */
export interface Reply {
  readonly path: string
  readonly status: number
  readonly milliseconds: number
  readonly headers: readonly (readonly [name: string, value: string])[]
  /** JSON with one member a line; any other text as it is. */
  readonly body: string
  readonly json: unknown
}

/** The path with its parameters. Empty values are left out. */
export function requestPath(
  template: string,
  values: readonly Pick<Value, 'name' | 'place' | 'value'>[],
): string {
  const entered = (name: string) => values.find((each) => each.name === name)?.value ?? ''
  const path = template.replace(/\{(\w+)\}/g, (_part, name) => encodeURIComponent(entered(name)))
  const query = values
    .filter(({ place, value }) => place === 'query' && value !== '')
    .map(({ name, value }) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
  return query.length === 0 ? path : `${path}?${query.join('&')}`
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
    const text = await response.text()
    const milliseconds = Math.round(performance.now() - start)
    const json = parsed(text)
    const body = json === undefined ? text : JSON.stringify(json, null, 2)
    return {
      path,
      status: response.status,
      milliseconds,
      headers: [...response.headers],
      body,
      json,
    }
  } catch {
    return null
  }
}

/** The code of an error response; null for another response. */
export function errorCodeIn(headers: Reply['headers']): string | null {
  return headers.find(([name]) => name.toLowerCase() === 'x-error-code')?.[1] ?? null
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
