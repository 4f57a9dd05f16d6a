import { expect, test } from 'vitest'
import { personWithPassword } from '../support/browser.ts'
import { describeInBrowser, testBrowser } from '../support/chromium.ts'
import { testGateway } from '../support/gateway.ts'
import { expectGoodLooks } from '../support/looks.ts'

describeInBrowser('the shell', () => {
  const gateway = testGateway()
  const browser = testBrowser(gateway)

  test('shows a page at an address that is near another, or near none', async () => {
    const page = await browser.open('/login/')
    await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/sign-in')
    await page.goto('/nothing/of/this')
    await page.getByRole('heading', { level: 1, name: 'Page not found' }).waitFor()
    await expectGoodLooks(page, 'unknown-page')
    await page.getByRole('link', { name: 'Documentation' }).click()
    await page.getByRole('heading', { level: 1, name: 'Documentation' }).waitFor()
    await page.getByRole('link', { name: 'openapi.json' }).click()
    await page.waitForURL('**/openapi.json')
  })

  test('works by keyboard: past the sidebar, into the menu', async () => {
    const person = await personWithPassword(gateway)
    const page = await browser.open('/account/profile', { as: person })
    await page.getByRole('heading', { level: 1, name: 'Profile' }).waitFor()
    await page.locator('body').press('Shift+Tab')
    await page.getByRole('link', { name: 'Skip to content' }).press('Enter')
    expect(new URL(page.url()).hash).toBe('#page')
    await page.getByRole('button', { name: /^Account of/ }).press('Enter')
    await page.getByRole('menuitemradio', { name: 'Dark' }).press('Enter')
    await page.locator('html[data-mantine-color-scheme="dark"]').waitFor()
    await page.reload()
    await page.locator('html[data-mantine-color-scheme="dark"]').waitFor()
  })
})
