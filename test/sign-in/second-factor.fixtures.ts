import { expect } from 'vitest'
import { Browser, type personWithPassword, totp } from '../support/browser.ts'
import type { testGateway } from '../support/gateway.ts'

type Gateway = ReturnType<typeof testGateway>
type Person = Awaited<ReturnType<typeof personWithPassword>>

/** Begins the setup of a second factor; returns its secret and the recovery codes. */
export async function enableFactor(browser: Browser, { password }: Pick<Person, 'password'>) {
  const { json } = await browser.post('/api/auth/two-factor/enable', { password })
  const secret = new URL(json.totpURI).searchParams.get('secret') ?? ''
  const recoveryCodes: string[] = json.backupCodes
  return { secret, recoveryCodes }
}

/** Sets up a second factor; returns the code that completed it as well. */
export async function setUpFactor(browser: Browser, person: Pick<Person, 'password'>) {
  const factor = await enableFactor(browser, person)
  const code = totp(factor.secret)
  expect((await verify(browser, code)).status).toBe(200)
  return { ...factor, code }
}

/** A browser that has given the password and waits for the second step. */
export async function waitingBrowser(gateway: Gateway, person: Person): Promise<Browser> {
  const browser = new Browser(gateway)
  const { status, json } = await browser.signIn(person)
  expect({ status, json }).toEqual({
    status: 200,
    json: { twoFactorRedirect: true, twoFactorMethods: ['totp'] },
  })
  return browser
}

export function verify(browser: Browser, code: string) {
  return browser.post('/api/auth/two-factor/verify-totp', { code })
}

export function recover(browser: Browser, code: string) {
  return browser.post('/api/auth/two-factor/verify-backup-code', { code })
}
