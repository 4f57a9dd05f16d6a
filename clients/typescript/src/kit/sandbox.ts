import { setTimeout as sleep } from 'node:timers/promises'
import { OrangeryError } from '../errors.ts'
import type { Event, Play } from './kit.ts'

const MUTATION = `mutation ($name: SandboxScenario!, $seed: Int!) {
  sandboxScenario(name: $name, seed: $seed) { clientId changed at }
}`
const ATTEMPTS = 20
// Sandbox keys run 30 scenarios a minute. The kit waits for the next minute in these steps.
const PAUSE_MS = 5_000
const PASSING = ['rate_limit_exceeded', 'too_many_concurrent_requests', 'service_unavailable']

/** Lets events happen to the sandbox client of the key, by the gateway's mutation `sandboxScenario`. */
export function createPlay(url: string, key: string): Play {
  const endpoint = `${url.replace(/\/+$/, '')}/graphql`
  return async (event) => {
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const code = await run(endpoint, key, event)
      if (code === null) return
      if (!PASSING.includes(code)) throw new OrangeryError(explain(code, event))
      await sleep(PAUSE_MS)
    }
    throw new OrangeryError(
      `The gateway has no time for the scenario ${event.name}. Try again later.`,
    )
  }
}

/** Null if it has happened; else the code of the error. */
async function run(endpoint: string, key: string, variables: Event): Promise<string | null> {
  const reply = await fetch(endpoint, {
    method: 'POST',
    redirect: 'manual',
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ query: MUTATION, variables }),
  })
  const body: unknown = await reply.json().catch(() => null)
  const errors = memberOf(body, 'errors')
  if (reply.ok && errors === undefined) return null
  const error: unknown = Array.isArray(errors) ? errors[0] : memberOf(body, 'error')
  const code = memberOf(memberOf(error, 'extensions'), 'code') ?? memberOf(error, 'code')
  return typeof code === 'string' ? code : `status ${reply.status}`
}

function explain(code: string, { name }: Event): string {
  if (code === 'sandbox_only') return 'The kit takes a sandbox key: sk_test_…'
  return `The gateway does not run the scenario ${name}: ${code}.`
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}
