import { expect, test } from 'vitest'
import { addRequests } from '../../src/modules/usage/request.writes.ts'
import { addUsage } from '../../src/modules/usage/usage.writes.ts'
import { keyOf } from '../modules/fixtures.ts'
import { requestRow, tally } from '../modules/usage/request-row.ts'
import { describeInBrowser, testPortal } from '../support/chromium.ts'
import { expectGoodLooks, LOOKS } from '../support/looks.ts'
import { heading } from './client.fixtures.ts'
import { grantedKey } from './firm.fixtures.ts'

describeInBrowser('test data of a firm', () => {
  const { gateway, browser, database, prisma } = testPortal()

  test('is apart from that of production on every page, by one switch that a reload keeps', async () => {
    const { admin, key } = await grantedKey(gateway)
    const { firmId } = admin
    const trials = await keyOf(prisma, { firmId, name: 'Trials', environment: 'sandbox' })
    const at = new Date()
    await addUsage(database.pool, [
      tally(key.id, { hour: at, requests: 7 }),
      tally(trials.id, { hour: at, requests: 40 }),
    ])
    await addRequests(database.pool, [requestRow(key.id, { at }), requestRow(trials.id, { at })])
    const page = await browser.open(`/firms/${firmId}`, { as: admin })
    const shows = async (requests: string, mine: string, other: string) => {
      await page.getByText(requests).first().waitFor()
      for (const [link, title] of PAGES) {
        await page.getByRole('link', { name: link, exact: true }).click()
        await heading(page, title)
        await page.getByRole('main').getByText(mine).last().waitFor(ATTACHED)
        expect(await page.getByRole('main').getByText(other).count()).toBe(0)
      }
    }
    await shows('7 requests in 30 days', 'Night reports', 'Trials')
    const switched = page.getByRole('switch', { name: 'Test data' })
    await switched.focus()
    await page.keyboard.press('Space')
    await page.getByRole('main').getByText('Trials').first().waitFor(ATTACHED)
    await page.reload()
    expect(await switched.isChecked()).toBe(true)
    await page.getByRole('link', { name: 'Dashboard' }).click()
    await shows('40 requests in 30 days', 'Trials', 'Night reports')
    await expectGoodLooks(page, 'test-data', LOOKS.all)

    // A link to a key of the other environment brings its own.
    await page.goto(`/firms/${firmId}/logs?key=${key.id}`)
    await expect.poll(() => switched.isChecked()).toBe(false)
    await switched.click()
    await page.getByRole('main').getByText('Trials').last().waitFor(ATTACHED)
    expect(new URL(page.url()).search).toBe('')
  })
})

const PAGES = [
  ['Service API', 'Service API'],
  ['Logs', 'Logs'],
  ['Webhooks', 'Webhooks'],
] as const

// A key may be an option of a list that is closed.
const ATTACHED = { state: 'attached' } as const
