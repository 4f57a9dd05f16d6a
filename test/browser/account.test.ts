import { expect, test } from 'vitest'
import { enableFactor, verify } from '../sign-in/second-factor.fixtures.ts'
import { Browser, personWithPassword, totp } from '../support/browser.ts'
import { describeInBrowser, testBrowser } from '../support/chromium.ts'
import { testGateway } from '../support/gateway.ts'
import { expectGoodLooks } from '../support/looks.ts'
import { heading, signInOn } from './client.fixtures.ts'
import { storeSecret } from './firm.fixtures.ts'

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

  test('manages access tokens: created, shown once, used, revoked', async () => {
    const person = await personWithPassword(gateway)
    const page = await browser.open('/account/tokens', { as: person })
    await page.getByText('No tokens yet').waitFor()
    await expectGoodLooks(page, 'tokens-empty')
    await page.getByRole('button', { name: 'New token' }).click()
    await page.getByLabel('Name').fill('Greenhouse')
    const plants = page.getByLabel('Plants')
    expect(await plants.isChecked()).toBe(true)
    await plants.uncheck()
    await page.getByText('Choose at least one.').waitFor()
    await plants.check()
    await page.getByLabel('Read portfolio').check()
    await expectGoodLooks(page, 'token-new')
    await page.getByRole('button', { name: 'Create token' }).dblclick()
    const shown = page.getByRole('region', { name: 'the token' })
    const secret = (await shown.textContent()) ?? ''
    await expectGoodLooks(page, 'token-secret')
    expect((await gateway.request('/plants', { key: secret })).status).toBe(200)
    await storeSecret(page)
    expect(await page.content()).not.toContain(secret)
    await expect.poll(() => page.getByRole('row').count()).toBe(2)
    await page.getByRole('cell', { name: 'Plants and Read portfolio' }).waitFor()
    await expectGoodLooks(page, 'tokens')

    await page.getByRole('button', { name: 'Revoke Greenhouse' }).click()
    await expectGoodLooks(page, 'token-revoke')
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
    await page.getByRole('cell', { name: 'Revoked' }).waitFor()
    expect((await gateway.request('/plants', { key: secret })).status).toBe(401)
  })
})
