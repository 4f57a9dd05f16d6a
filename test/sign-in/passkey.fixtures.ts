import { expect } from 'vitest'
import { Authenticator, type Lie } from '../support/authenticator.ts'
import { Browser, personWithPassword } from '../support/browser.ts'
import { gatewayWithoutLimits, type TestGateway, type testGateway } from '../support/gateway.ts'

export const ORIGIN = 'http://orangery.example.com'

/** A gateway at `ORIGIN` whose limits nobody reaches. */
export function originGateway(more: Parameters<typeof testGateway>[0] = {}) {
  const config = { cacheMb: 0, publicUrl: ORIGIN }
  return gatewayWithoutLimits({ ...more, config })
}

/** A request of a page at `ORIGIN`, which names its session. */
export function call(from: Browser, path: string, body: object = {}) {
  return from.post(`/api/auth/${path}`, body, { headers: { Origin: ORIGIN } })
}

/** Signs in with a password. */
export function signIn(
  from: Browser,
  { email, password }: { readonly email: string; readonly password: string },
) {
  from.session = undefined
  return call(from, 'sign-in/email', { email, password })
}

/** Adds the passkey of a device. `lie`: what the device says wrongly. */
export async function add(from: Browser, by: Authenticator, lie: Lie = {}, name = 'Laptop') {
  const { json } = await call(from, 'passkey/add/options')
  return call(from, 'passkey/add', { name, response: by.create(json, lie) })
}

/** A person with a passkey, its device, and a browser in which they have signed in. */
export async function withPasskey(gateway: TestGateway) {
  const person = await personWithPassword(gateway)
  const browser = new Browser(gateway)
  const device = new Authenticator(ORIGIN)
  expect((await signIn(browser, person)).status).toBe(200)
  expect((await add(browser, device)).status).toBe(200)
  return { person, browser, device }
}

/** Signs in with the passkey of a device. */
export async function signInWith(from: Browser, by: Authenticator, lie: Lie = {}) {
  from.session = undefined
  const { json } = await call(from, 'passkey/sign-in/options')
  return call(from, 'passkey/sign-in', { response: by.sign(json, lie) })
}

/** The id of the user who is signed in; null without one. */
export async function viewer(from: Browser) {
  const headers = { Origin: ORIGIN }
  const { json } = await from.graphql('{ viewer { person { userId } } }', { headers })
  return json.data?.viewer?.person.userId ?? null
}
