let origin = ''

/** Sets the gateway that the requests of orval's client go to. */
export function setOrigin(address: string): void {
  origin = address
}

/** Sends a request of orval's client, which states the type of the answer. */
export async function fetchAt<Answer>(path: string, init: RequestInit): Promise<Answer> {
  const response = await fetch(origin + path, init)
  const { status, headers } = response
  return { data: await response.json(), status, headers } as Answer
}
