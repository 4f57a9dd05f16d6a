import type { Locator } from 'playwright-core'
import { expect, test } from 'vitest'
import { personWithPassword } from '../support/browser.ts'
import { describeInBrowser, testPortal } from '../support/chromium.ts'
import { expectGoodLooks } from '../support/looks.ts'
import { heading } from './client.fixtures.ts'
import { grantedKey } from './firm.fixtures.ts'

describeInBrowser('requests that fail', () => {
  const { gateway, browser } = testPortal()
  const bottomOf = (part: Locator) => part.evaluate((node) => node.getBoundingClientRect().bottom)

  test('neither Escape nor a click hides a form whose request runs, and its failure is shown', async () => {
    const { admin, path } = await grantedKey(gateway)
    const page = await browser.open(path, { as: admin, viewport: { width: 1280, height: 500 } })
    let fail = () => {}
    const held = new Promise<void>((resolve) => {
      fail = resolve
    })
    await page.getByRole('button', { name: 'Edit', exact: true }).click()
    const dialog = page.getByRole('dialog')
    const save = dialog.getByRole('button', { name: 'Save' })
    // The button is in sight, although the fields need more room than there is.
    await expect.poll(() => bottomOf(save)).toBeLessThan(500)
    // Above them is the edge of the bar that they lie in.
    const room = await save.evaluate((node) => {
      const button = node.getBoundingClientRect()
      const edge = node.closest('[role=dialog]')?.getBoundingClientRect()
      const bar = node.parentElement?.getBoundingClientRect()
      if (!edge || !bar) return []
      return [edge.right - button.right, edge.bottom - button.bottom, button.top - bar.top]
    })
    expect(room.map((pixels) => pixels >= 12)).toEqual([true, true, true])
    await page.route('**/graphql', async (route) => {
      await held
      await route.abort()
    })
    browser.allow(/net::ERR_FAILED/)
    await save.click()
    await expect.poll(() => save.isDisabled()).toBe(true)
    await page.keyboard.press('Escape')
    await page.mouse.click(4, 4)
    fail()
    const notice = dialog.getByRole('alert').getByText('Your changes were not saved')
    await notice.waitFor()
    await expect.poll(() => bottomOf(notice)).toBeLessThan(500)
    await expectGoodLooks(page, 'edit-key-failed')
    await page.unroute('**/graphql')
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
  })

  test('a refusal says who can do it, and offers no repetition', async () => {
    const page = await browser.open('/account/profile', { as: await personWithPassword(gateway) })
    await page.route('**/graphql', async (route) => {
      const json = { errors: [{ message: '', extensions: { code: 'caller_not_allowed' } }] }
      await route.fulfill({ json })
    })
    await page.getByRole('link', { name: 'Sign-in activity' }).click()
    const notice = page.getByRole('alert')
    await notice.getByText('Ask an admin of your firm').waitFor()
    expect(await notice.getByRole('button', { name: 'Try again' }).count()).toBe(0)
  })

  test('a sign-out that fails says so, and the session stays on its page until one works', async () => {
    const page = await browser.open('/account/profile', { as: await personWithPassword(gateway) })
    await heading(page, 'Profile')
    await page.getByRole('button', { name: /^Account of/ }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).waitFor()
    await expectGoodLooks(page, 'account-menu')
    await page.route('**/api/auth/sign-out', (route) => route.abort())
    browser.allow(/net::ERR_FAILED/)
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    const dialog = page.getByRole('dialog', { name: 'You are still signed in' })
    await dialog.getByRole('alert').getByText('The sign-out failed').waitFor()
    expect(new URL(page.url()).pathname).toBe('/account/profile')
    await expectGoodLooks(page, 'sign-out-failed')
    await page.unroute('**/api/auth/sign-out')
    await dialog.getByRole('button', { name: 'Try again' }).click()
    await page.waitForURL('**/sign-in')
    await page.goto('/account/profile')
    await heading(page, 'Sign in')
  })
})
