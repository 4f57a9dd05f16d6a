import { expect, test } from 'vitest'
import { describeInBrowser, testPortal } from '../support/chromium.ts'
import { clientWhoSignsIn, heading } from './client.fixtures.ts'

const REACHES = ['hover', 'focus'] as const
const CHUNK = /\/assets\/security\.page-/

describeInBrowser('a link to a page', () => {
  const { gateway, browser } = testPortal()

  test.each(REACHES)('loads the program of the page, and no data, at the %s', async (reach) => {
    const page = await browser.open('/account/profile', { as: await clientWhoSignsIn(gateway) })
    await heading(page, 'Profile')
    await page.waitForLoadState('networkidle')
    const asked: string[] = []
    page.on('request', (request) => {
      const path = new URL(request.url()).pathname
      if (CHUNK.test(path) || path === '/graphql') asked.push(path)
    })
    await page.getByRole('link', { name: 'Security', exact: true }).first()[reach]()
    await expect.poll(() => asked).toHaveLength(1)
    expect(asked[0]).toMatch(CHUNK)
  })
})
