import { expect, test } from 'vitest'
import { operator } from '../../src/modules/audit/audit.writes.ts'
import { revokeGrant } from '../../src/modules/grants/grant-revocation.writes.ts'
import { describeInBrowser, testPortal } from '../support/chromium.ts'
import { expectGoodLooks } from '../support/looks.ts'
import { grantWith } from '../support/portfolio.ts'
import { askingFirm, clientWhoSignsIn } from './client.fixtures.ts'

const DAY_MS = 86_400_000

describeInBrowser('a client’s connected apps', () => {
  let shift = 0
  const { gateway, browser, database } = testPortal({ now: () => new Date(Date.now() + shift) })
  test('show their access, what was read, and why it is off when it ends during a change', async () => {
    const client = await clientWhoSignsIn(gateway)
    const firm = await askingFirm(gateway)
    const read = (path: string) =>
      gateway.request(`/api/v1/${path}?client_id=${client.id}`, { key: firm.secret })
    const scopes = ['valuation', 'documentation'] as const
    const { id: grantId } = await grantWith(database, firm.keyId, client.id, {
      scopes,
      filter: { type: 'category', categories: ['watches', 'wine'] },
      expiresAt: new Date(Date.now() + 365 * DAY_MS),
    })
    for (const days of [9, 6, 2, 0]) {
      shift = -days * DAY_MS
      await read('assets')
      await read('portfolio/summary')
      await gateway.usage.flush()
    }
    const page = await browser.open('/connected-apps', { as: client })
    const card = page.getByRole('article')
    await card.getByText('Everything in Watches and Wine').waitFor()
    await card.getByRole('img', { name: /^Requests of Hale Estates\. 8 requests/ }).waitFor()
    await expectGoodLooks(page, 'connected-apps')
    await card.getByRole('link', { name: 'Hale Estates' }).click()
    const log = page.getByRole('table', { name: 'Read log' })
    await log.getByText('Portfolio summary').first().waitFor()
    await expect.poll(() => log.getByRole('row').count()).toBe(9)
    await expectGoodLooks(page, 'connected-app')
    await page.getByRole('link', { name: 'Edit' }).click()
    await page.getByRole('checkbox', { name: /^Documentation/ }).uncheck()
    await revokeGrant(operator(database.prisma), { grantId })
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('button', { name: 'Reload and start over' }).click()
    await page.getByText('The firm would have to ask you again with a new link.').waitFor()
  })
})
