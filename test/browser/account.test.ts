import { expect, test } from 'vitest'
import { personWithPassword, totp } from '../support/browser.ts'
import { describeInBrowser, testBrowser } from '../support/chromium.ts'
import { testGateway } from '../support/gateway.ts'
import { expectGoodLooks } from '../support/looks.ts'
import { heading } from './client.fixtures.ts'
import { storeSecret } from './firm.fixtures.ts'

describeInBrowser('the account', () => {
  const gateway = testGateway()
  const browser = testBrowser(gateway)

  test('accepts a second factor, and recovery codes in its place', async () => {
    const person = await personWithPassword(gateway)
    const page = await browser.open('/account/security', { as: person })
    await page.getByRole('button', { name: 'Turn on' }).click()
    await page.getByLabel('Your password', { exact: true }).fill(person.password)
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('img', { name: 'Key for the authenticator app' }).waitFor()
    await expectGoodLooks(page, 'second-factor')
    const key = await page.getByRole('dialog').locator('code').textContent()
    await page.getByLabel('Code').fill(totp(key ?? ''))
    await page.getByRole('dialog').getByRole('button', { name: 'Turn on' }).click()
    const list = page.getByRole('region', { name: 'this list of codes' })
    const [code = ''] = ((await list.textContent()) ?? '').split('\n')
    await expectGoodLooks(page, 'recovery-codes')
    await storeSecret(page)
    await page.getByText('On', { exact: true }).waitFor()

    const next = await browser.open('/sign-in')
    await next.getByLabel('Email').fill(person.email)
    await next.getByLabel('Password', { exact: true }).fill(person.password)
    await next.getByRole('button', { name: 'Sign in' }).click()
    await heading(next, 'Two-step verification')
    await expectGoodLooks(next, 'sign-in-second-factor')
    await next.getByRole('button', { name: 'Use a recovery code instead' }).click()
    await next.getByLabel('Recovery code').fill(code)
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
    await page.keyboard.press('Escape')
    await page.mouse.click(5, 5)
    await expect.poll(() => shown.isVisible()).toBe(true)
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
