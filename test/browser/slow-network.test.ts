import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { describeInBrowser, testPortal } from '../support/chromium.ts'
import { heading } from './client.fixtures.ts'

const DOCS = ['/docs', '/docs/errors', '/docs/api/listAssets', '/docs/changelog']

interface Load {
  readonly name: string
  readonly bytes: number
}

// How long a load takes on a slow network follows from its requests and its bytes, which are the same
// on every machine.
describeInBrowser('the loads of a slow network', () => {
  const { browser } = testPortal()

  // A second try would find a part of the bytes in the browser's cache.
  test('the sign-in page is one load, without what needs a session', { retry: 0 }, async () => {
    const page = await browser.open('/sign-in')
    await heading(page, 'Sign in')
    const loads = await loadsOf(page)
    const files = filesOf(loads).map((name) => name.replace(/-[\w-]{8}\./, '.'))
    // The last but one is a kilobyte, which GraphiQL's page has as well.
    expect(files.toSorted()).toEqual([
      ...['color-scheme.js', 'first.css', 'first.js', 'icon.svg'],
      ...['page-session.js', 'rolldown-runtime.js'],
    ])
    expect(sum(loads)).toBeLessThan(130_250)
  })

  test.each(DOCS)('%s is painted from its HTML alone, in its colours', async (path) => {
    const page = await browser.open('/healthz', { colorScheme: 'dark' })
    await page.route('**/assets/**', () => {})
    await page.goto(path, { waitUntil: 'commit' })
    await page.getByRole('heading', { level: 1 }).waitFor()
    const painted = `performance.getEntriesByName('first-contentful-paint').length`
    await expect.poll(() => page.evaluate(painted)).toBe(1)
    expect(await page.evaluate('getComputedStyle(document.body).backgroundColor')).toBe(
      'rgb(20, 25, 22)',
    )
    const [html] = await page.evaluate<Load[]>(
      `performance.getEntriesByType('navigation').map(({ transferSize }) => ({ bytes: transferSize }))`,
    )
    expect(html?.bytes).toBeLessThan(40_000)
  })
})

// A browser that has tabs loads the icon once more for its tab.
const filesOf = (loads: readonly Load[]) =>
  [...new Set(loads.map(({ name }) => name))].filter((name) => name !== 'graphql')

const sum = (loads: readonly Load[]) => loads.reduce((total, { bytes }) => total + bytes, 0)

function loadsOf(page: Page): Promise<Load[]> {
  return page.evaluate<Load[]>(`performance.getEntriesByType('resource')
    .map(({ name, transferSize }) => ({ name: name.replace(/.*\\//, ''), bytes: transferSize }))`)
}
