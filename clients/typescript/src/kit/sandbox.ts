import { setTimeout as sleep } from 'node:timers/promises'
import { NoResponseError, OrangeryError } from '../errors.ts'
import { sendByProxy } from '../proxy.ts'
import type { Event, Play } from './kit.ts'

const MUTATION = `mutation ($name: SandboxScenario!, $seed: Int!) {
  sandboxScenario(name: $name, seed: $seed) { clientId changed at }
}`
const ATTEMPTS = 20
// A scenario counts as several of the requests of a minute. The kit waits for the next minute in these steps.
const PAUSE_MS = 5_000
const PASSING = ['rate_limit_exceeded', 'too_many_concurrent_requests', 'service_unavailable']

/** Lets events happen to the sandbox client of the key, by the gateway's mutation `sandboxScenario`. */
export function createPlay(url: string, key: string): Play {
  const endpoint = `${url.replace(/\/+$/, '')}/graphql`
  return async (event) => {
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const ran = await run(endpoint, key, event)
      if ('client' in ran) return ran.client
      if (!PASSING.includes(ran.code)) throw new OrangeryError(explain(ran.code, event))
      await sleep(PAUSE_MS)
    }
    throw new OrangeryError(
      `The gateway has no time for the scenario ${event.name}. Try again later.`,
    )
  }
}

type Ran = { readonly client: string } | { readonly code: string }

/** The sandbox client if it has happened; else the code of the error. */
async function run(endpoint: string, key: string, variables: Event): Promise<Ran> {
  const request = new Request(endpoint, {
    method: 'POST',
    redirect: 'manual',
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ query: MUTATION, variables }),
  })
  const reply = await sendByProxy(request).catch((error) => {
    if (error instanceof OrangeryError) throw error
    throw new NoResponseError(`The gateway does not answer: ${endpoint}.`)
  })
  const body: unknown = await reply.json().catch(() => null)
  const errors = memberOf(body, 'errors')
  const client = memberOf(memberOf(memberOf(body, 'data'), 'sandboxScenario'), 'clientId')
  if (typeof client === 'string') return { client }
  const error: unknown = Array.isArray(errors) ? errors[0] : memberOf(body, 'error')
  const code = memberOf(memberOf(error, 'extensions'), 'code') ?? memberOf(error, 'code')
  return { code: typeof code === 'string' ? code : `status ${reply.status}` }
}

function explain(code: string, { name }: Event): string {
  if (code === 'sandbox_only')
    return 'This is a production key. The kit changes data, so it takes a sandbox key: sk_test_….'
  return `The gateway does not run the scenario ${name}: ${code}.`
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}
