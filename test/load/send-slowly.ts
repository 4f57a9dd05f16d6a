import { once } from 'node:events'
import { request as httpRequest } from 'node:http'
import { text } from 'node:stream/consumers'
import { expect, type MockInstance } from 'vitest'

interface Slow {
  readonly url: string
  readonly headers: Record<string, string>
  readonly body: string
}

/** Sends the head of a POST and one byte of its body. When its caller was identified it calls `meanwhile`, and sends the rest. */
export async function sendSlowly(
  identified: MockInstance,
  { url, headers, body }: Slow,
  meanwhile: () => Promise<unknown>,
) {
  identified.mockClear()
  const json = { 'Content-Type': 'application/json' }
  const request = httpRequest(url, { method: 'POST', headers: { ...json, ...headers } })
  const responded = once(request, 'response')
  request.write(body.slice(0, 1))
  await expect.poll(() => identified.mock.calls.length).toBeGreaterThan(0)
  await identified.mock.results[0]?.value
  await meanwhile()
  request.end(body.slice(1))
  const [response] = await responded
  return { status: response.statusCode as number, text: await text(response) }
}
