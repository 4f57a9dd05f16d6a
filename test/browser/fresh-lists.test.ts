import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { personWithPassword } from '../support/browser.ts'
import { describeInBrowser, testPortal } from '../support/chromium.ts'
import { expectGoodLooks } from '../support/looks.ts'

const HOUR_MS = 3_600_000

describeInBrowser('what is shown', () => {
  const { gateway, browser, prisma } = testPortal()

  const namesOf = (page: Page) => page.getByRole('rowheader').allInnerTexts()

  async function gardener(plants: number) {
    const person = await personWithPassword(gateway)
    const data = Array.from({ length: plants }, (_, i) => {
      const name = `Plant ${String(i + 1).padStart(2, '0')}`
      return { id: BigInt(i + 1), ownerId: person.userId, name }
    })
    await prisma.plant.createMany({ data })
    return person
  }

  /** The page of somebody with one plant, whose clock is that of the test. */
  async function onePlant() {
    const person = await gardener(1)
    const page = await browser.open('/healthz', { as: person })
    await page.clock.install()
    await page.goto('/account/plants')
    return { person, page }
  }

  test('is one table however many pages it has, and each entry once after a change', async () => {
    const person = await gardener(60)
    const page = await browser.open('/account/plants', { as: person })
    const more = page.getByRole('button', { name: 'Show more' })
    await more.press('Enter')
    await expect.poll(() => namesOf(page).then(({ length }) => length)).toBe(50)
    expect(await page.getByRole('table').count()).toBe(1)
    const focused = await page.locator(':focus').innerText()
    expect(focused).toContain((await namesOf(page))[25])
    await more.press('Enter')
    await expect.poll(() => namesOf(page).then(({ length }) => length)).toBe(60)
    await expectGoodLooks(page, 'plants-of-three-pages')
    const before = await namesOf(page)
    await page.getByRole('button', { name: `Delete ${before[3]}` }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await expect.poll(() => namesOf(page)).toEqual(before.filter((_, place) => place !== 3))
  })

  test('is not read again behind a dialog; where the session has ended, it stays until sign-in opens', async () => {
    const { person, page } = await onePlant()
    await page.getByRole('button', { name: 'Delete Plant 01' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.waitFor()
    await prisma.session.deleteMany({ where: { userId: person.userId } })
    const asked: string[] = []
    page.on('request', (request) => {
      if (request.url().endsWith('/graphql')) asked.push(request.postData() ?? '')
    })
    // With 204 the browser stays on the page.
    await page.route('**/sign-in?*', (route) => route.fulfill({ status: 204 }))
    await page.clock.fastForward(HOUR_MS)
    await page.evaluate(`dispatchEvent(new Event('focus'))`)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    expect(asked).toEqual([])
    browser.allow(/401/)
    const answered = page.waitForResponse((response) =>
      (response.request().postData() ?? '').includes('"Session"'),
    )
    await page.evaluate(`dispatchEvent(new Event('focus'))`)
    await (await answered).finished()
    await page.getByText('Your session has ended.').first().waitFor()
    expect(await page.getByRole('button', { name: /^Account of/ }).isVisible()).toBe(true)
  })
})
