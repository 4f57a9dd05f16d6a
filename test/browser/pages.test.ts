import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { describeInBrowser, testPortal } from '../support/chromium.ts'
import { expectGoodLooks, LOOKS } from '../support/looks.ts'
import { everyPage, PAGES } from './every-page.ts'

describeInBrowser('every page, wide and narrow, light and dark', () => {
  const { gateway, browser } = testPortal()
  let find: Awaited<ReturnType<typeof everyPage>>
  beforeAll(async () => {
    find = await everyPage(gateway)
  })

  test('is every route', () => {
    const routes = readFileSync('src/portal/app/routes.tsx', 'utf8').matchAll(/^ {2}'(\/.*)': /gm)
    expect([...routes].map(([, path]) => path).sort()).toEqual(Object.keys(PAGES).sort())
  })

  test.each(Object.entries(PAGES))('%s', async (path, [, heading, says]) => {
    const { address, ...who } = find(path)
    const page = await browser.open(address, who)
    await page.getByRole('heading', { level: 1, name: heading, exact: true }).waitFor()
    await page.getByText(says).first().waitFor()
    await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' })
    expect(await shiftOf(page)).toBeLessThan(0.1)
    await expectGoodLooks(page, `page${path.replaceAll(/\W+/g, '-')}`, LOOKS.all)
  })
})

/** How far what was shown has moved by itself, as browsers measure it: 0.1 is called good. */
function shiftOf(page: Page): Promise<number> {
  return page.evaluate<number>(`new Promise((done) => {
    let sum = 0
    new PerformanceObserver((list) => {
      for (const shift of list.getEntries()) if (!shift.hadRecentInput) sum += shift.value
    }).observe({ type: 'layout-shift', buffered: true })
    setTimeout(() => done(sum), 100)
  })`)
}
