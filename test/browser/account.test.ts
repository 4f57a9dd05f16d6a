import { test } from 'vitest'
import { enableFactor, verify } from '../sign-in/second-factor.fixtures.ts'
import { Browser, personWithPassword, totp } from '../support/browser.ts'
import { describeInBrowser, testBrowser } from '../support/chromium.ts'
import { testGateway } from '../support/gateway.ts'
import { expectGoodLooks } from '../support/looks.ts'
import { heading, signInOn } from './client.fixtures.ts'

describeInBrowser('the account', () => {
  const gateway = testGateway()
  const browser = testBrowser(gateway)

  test('accepts a recovery code in the place of a second factor', async () => {
    const person = await personWithPassword(gateway)
    const own = new Browser(gateway)
    await own.signIn(person)
    const { secret, recoveryCodes } = await enableFactor(own, person)
    await verify(own, totp(secret))
    const next = await browser.open('/sign-in')
    await signInOn(next, person)
    await heading(next, 'Two-step verification')
    await expectGoodLooks(next, 'sign-in-second-factor')
    await next.getByRole('button', { name: 'Use a recovery code instead' }).click()
    await next.getByLabel('Recovery code').fill(recoveryCodes[0] ?? '')
    await next.getByRole('button', { name: 'Sign in' }).click()
    await next.getByRole('button', { name: 'Account of Ada Lind' }).waitFor()
  })
})
