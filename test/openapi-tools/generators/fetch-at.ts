let origin = ''

/** Sets the gateway that the requests of orval go to. */
export function setOrigin(address: string): void {
  origin = address
}

/** Sends a request for orval's client. */
export async function fetchAt<Answer>(path: string, init: RequestInit): Promise<Answer> {
  const { status, headers, ...response } = await send(origin + path, init)
  return { data: response.data, status, headers } as Answer
}

async function send(address: string, init: RequestInit) {
  const response = await fetch(address, init)
  const data: unknown = await response.json()
  return { data, status: response.status, headers: response.headers }
}
