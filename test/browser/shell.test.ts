import { expect, test } from 'vitest'
import { personWithPassword } from '../support/browser.ts'
import { describeInBrowser, testBrowser } from '../support/chromium.ts'
import { testGateway } from '../support/gateway.ts'
import { expectGoodLooks } from '../support/looks.ts'
import { heading } from './client.fixtures.ts'

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

  test('keeps its frame where there is no page, and has it in the first response', async () => {
    const as = await personWithPassword(gateway)
    const page = await browser.open('/nothing/of/this', { as })
    await heading(page, 'Not found')
    await page.getByRole('navigation', { name: 'Main' }).waitFor()
    await expectGoodLooks(page, 'unknown-in-frame')
    // The program does not come.
    browser.allow(/net::ERR_FAILED/)
    await page.route('**/*.js', (route) => route.abort())
    await page.goto('/account/profile')
    await page.locator('.first-frame header').getByText('Orangery').waitFor()
    await page.goto('/sign-in')
    expect(await page.locator('.first-frame').isVisible()).toBe(false)
  })

  test('asks again by itself when the network is back', async () => {
    const page = await browser.open('/account/profile', { as: await personWithPassword(gateway) })
    await heading(page, 'Profile')
    browser.allow(/net::ERR_FAILED/)
    await page.route('**/graphql', (route) => route.abort())
    await page.getByRole('link', { name: 'Sign-in activity' }).click()
    await page.getByRole('alert').first().waitFor()
    await page.unroute('**/graphql')
    await page.evaluate(`window.dispatchEvent(new Event('online'))`)
    await page.getByText('Signed in with password').first().waitFor()
    expect(await page.getByRole('alert').count()).toBe(0)
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
