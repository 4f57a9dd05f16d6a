import { expect, test } from 'vitest'
import { personWithPassword } from '../support/browser.ts'
import { describeInBrowser, testPortal } from '../support/chromium.ts'
import { expectGoodLooks } from '../support/looks.ts'
import { askingFirm, heading } from './client.fixtures.ts'
import { activeOf, expectFocus } from './keyboard.ts'

describeInBrowser('the shell', () => {
  const { gateway, browser } = testPortal()

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
    const page = await browser.open('/account/profile', { as: await personWithPassword(gateway) })
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

  test('finds pages, keys and clients for a member, by keyboard alone, and gives the focus back', async () => {
    const { keyId, admin, ask } = await askingFirm(gateway)
    await ask(['valuation'], { singleUse: true, reference: 'Yearly C-1047' })
    const page = await browser.open('/account/profile', { as: admin })
    await heading(page, 'Profile')
    const files = `performance.getEntriesByType('resource').filter(({ name }) => name.includes('/palette')).length`
    expect(await page.evaluate(files)).toBe(0)
    await page.getByRole('button', { name: 'Search' }).focus()
    await page.keyboard.press('Control+k')
    await page.getByRole('option', { name: 'Webhooks' }).waitFor()
    await expectFocus(page, 'combobox', 'A page, a client or a key')
    await page.keyboard.type('yearly')
    await page.getByRole('option', { name: 'Yearly report', exact: true }).waitFor()
    await expect.poll(() => activeOf(page)).toBe('Yearly C-1047 Yearly report')
    await expectGoodLooks(page, 'palette')
    await page.keyboard.press('Escape')
    await expectFocus(page, 'button', 'Search Ctrl K')
    await page.keyboard.press('Control+k')
    await expectFocus(page, 'combobox', 'A page, a client or a key')
    await page.keyboard.type('yearly')
    await page.getByRole('option', { name: 'Yearly report', exact: true }).waitFor()
    await page.keyboard.press('ArrowDown')
    await expect.poll(() => activeOf(page)).toBe('Yearly report')
    await page.keyboard.press('Enter')
    await page.waitForURL(`**/service-api/${keyId}`)
  })

  test('finds by an icon on a phone, in Arabic', async () => {
    const { admin: as } = await askingFirm(gateway)
    const page = await browser.open('/account/profile', { as, locale: 'ar' })
    await page.setViewportSize({ width: 390, height: 844 })
    await page.getByRole('button', { name: 'بحث' }).click()
    await page.getByRole('option', { name: 'خطافات الويب' }).click()
    await page.waitForURL('**/webhooks')
  })
})
