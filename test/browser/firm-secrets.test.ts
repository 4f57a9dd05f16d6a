import { expect, test } from 'vitest'
import { describeInBrowser, testPortal } from '../support/chromium.ts'
import { expectGoodLooks } from '../support/looks.ts'
import { clientWith } from '../support/portfolio.ts'
import { heading } from './client.fixtures.ts'
import { grantedKey, paste, storeSecret } from './firm.fixtures.ts'
import { memberWithPassword } from './firm-people.ts'

const MADE = ['registry', 'valuation']

describeInBrowser('the secrets of a firm’s keys', () => {
  const { gateway, browser, prisma } = testPortal()

  test('are created once despite several clicks, and show their secret once', async () => {
    const admin = await memberWithPassword(gateway)
    const page = await browser.open(`/firms/${admin.firmId}/service-api`, { as: admin })
    await page.getByRole('button', { name: 'New API key' }).click()
    await page.getByLabel('Name').fill('Night reports')
    await page.getByLabel('Production').check()
    await page.getByLabel('Valuation').check()
    await page.getByLabel('Allowed IP ranges').fill('127.0.0.0/8, ::/0')
    await expectGoodLooks(page, 'key-new')
    const lastDay = page.getByLabel('Expiry date (optional)')
    await lastDay.fill('20277-01-01')
    await page.getByRole('button', { name: 'Create key' }).click()
    expect(await lastDay.getAttribute('aria-invalid')).toBe('true')
    await lastDay.fill('')
    await page.getByRole('button', { name: 'Create key' }).dblclick()
    const shown = page.getByRole('region', { name: 'the secret' })
    const secret = (await shown.textContent()) ?? ''
    await expectGoodLooks(page, 'key-secret')
    const command = await page.getByRole('region', { name: 'Test command' }).textContent()
    expect(await paste(command)).toEqual({
      data: { viewer: { name: 'Night reports', environment: 'production', scopes: MADE } },
      extensions: { cost: 1 },
    })
    await page.keyboard.press('Escape')
    await page.mouse.click(5, 5)
    await expect.poll(() => shown.isVisible()).toBe(true)
    await storeSecret(page)

    await heading(page, 'Night reports')
    expect(await page.content()).not.toContain(secret)
    const made = await prisma.apiKey.findMany({ where: { firmId: admin.firmId } })
    expect(made).toMatchObject([
      { environment: 'production', scopes: ['registry', 'valuation'], expiresAt: null },
    ])
    expect(made[0]?.allowedIps).toEqual(['127.0.0.0/8', '::/0'])
    const client = await clientWith(gateway.database, [])
    const read = await gateway.request(`/api/v1/assets?client_id=${client}`, { key: secret })
    expect(read.json.error.code).toBe('no_active_grant')
    await page.getByRole('link', { name: 'Service API' }).click()
    await page.getByRole('link', { name: 'Night reports' }).waitFor()
    await expectGoodLooks(page, 'keys')
  })

  test('roll: the old secret still works, and the new one is shown once', async () => {
    const { admin, path, key, read } = await grantedKey(gateway)
    const page = await browser.open(path, { as: admin })
    await page.getByRole('button', { name: 'Rotate' }).click()
    await page.getByLabel('24 hours').check()
    await expectGoodLooks(page, 'key-roll')
    await page.getByRole('button', { name: 'Rotate key' }).dblclick()
    await page.getByText(/^The old secret works until .*Client access does not change/).waitFor()
    const shown = page.getByRole('region', { name: 'the new secret' })
    const secret = (await shown.textContent()) ?? ''
    const command = await page.getByRole('region', { name: 'Test command' }).textContent()
    expect(await paste(command)).toMatchObject({ data: [], grant: { scopes: MADE } })
    await storeSecret(page)
    expect(await page.content()).not.toContain(secret)
    await page.getByText('New secret', { exact: true }).waitFor()
    await expectGoodLooks(page, 'key-rolled')
    expect(await prisma.keySecret.count({ where: { keyId: key.id } })).toBe(2)
    expect([(await read(key.secret)).status, (await read(secret)).status]).toEqual([200, 200])
  })

  test('still show a secret if the page behind it cannot be loaded', async () => {
    const { admin, path } = await grantedKey(gateway)
    const page = await browser.open(path, { as: admin })
    await page.getByRole('button', { name: 'Rotate' }).click()
    await page.route('**/graphql', (route) => {
      const rolls = route.request().postData()?.includes('rollApiKey(')
      return rolls ? route.continue() : route.abort()
    })
    browser.allow(/ERR_FAILED/)
    await page.getByRole('button', { name: 'Rotate key' }).click()
    await page.getByText('The server cannot be reached').first().waitFor({ state: 'attached' })
    await page.getByRole('region', { name: 'the new secret' }).waitFor()
  })
})
