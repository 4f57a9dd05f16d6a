import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { Browser, personWithPassword } from '../support/browser.ts'
import { describeInBrowser, testPortal } from '../support/chromium.ts'
import { expectGoodLooks } from '../support/looks.ts'

const LONG_AGO = new Date(Date.now() - 20 * 60_000)

describeInBrowser('confirming one’s identity', () => {
  const { gateway, browser, prisma } = testPortal()
  const age = (userId: string) =>
    prisma.session.updateMany({ where: { userId }, data: { checkedAt: LONG_AGO } })

  /** A person at their security page, signed in elsewhere as well, whose check is 20 minutes old. */
  async function signedInTwice() {
    const person = await personWithPassword(gateway)
    await new Browser(gateway).signIn(person)
    const page = await browser.open('/account/security', { as: person })
    await age(person.userId)
    return { person, page }
  }
  const signOutElsewhere = (page: Page) =>
    page.getByRole('button', { name: 'Sign out everywhere else' })
  const dialog = (page: Page) => page.getByRole('dialog', { name: 'Confirm it’s you' })
  const countSessions = (userId: string) => prisma.session.count({ where: { userId } })

  test('with the password, by keyboard only, completes the action', async () => {
    const { person, page } = await signedInTwice()
    await expect.poll(() => signOutElsewhere(page).isEnabled()).toBe(true)
    await signOutElsewhere(page).press('Enter')
    await dialog(page).waitFor()
    const input = page.getByLabel('Your password', { exact: true })
    await input.and(page.locator(':focus')).waitFor()
    await expectGoodLooks(page, 'confirm-identity')
    await page.keyboard.type('not the password')
    await page.keyboard.press('Enter')
    await dialog(page).getByText('The password is wrong.').waitFor()
    expect(await countSessions(person.userId)).toBe(2)
    await input.fill(person.password)
    await page.keyboard.press('Enter')
    await dialog(page).waitFor({ state: 'detached' })
    await expect.poll(() => countSessions(person.userId)).toBe(1)
  })

  test('if cancelled, does nothing and returns the focus', async () => {
    const { person, page } = await signedInTwice()
    await signOutElsewhere(page).click()
    await dialog(page).waitFor()
    await page.keyboard.press('Escape')
    await page.getByText('You did not confirm that it’s you, so nothing was changed.').waitFor()
    expect(await countSessions(person.userId)).toBe(2)
    await signOutElsewhere(page).and(page.locator(':focus')).waitFor()
  })
})
