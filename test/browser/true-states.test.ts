import { expect, test } from 'vitest'
import { keyOf } from '../modules/fixtures.ts'
import { describeInBrowser, testBrowser } from '../support/chromium.ts'
import { testGateway } from '../support/gateway.ts'
import { expectGoodLooks } from '../support/looks.ts'
import { memberWithPassword } from './firm-people.ts'

const MINUTE_MS = 60_000

describeInBrowser('what the pages say of states', () => {
  const gateway = testGateway()
  const browser = testBrowser(gateway)
  const { prisma } = gateway.database

  test('a key that reached its limit has a full bar, and the busiest minutes', async () => {
    const member = await memberWithPassword(gateway)
    const key = await keyOf(prisma, { firmId: member.firmId, name: 'Night reports' })
    const minute = new Date(Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS - 5 * MINUTE_MS)
    const of = { keyId: key.id, endpoint: 'GET /api/v1/assets' }
    const error = { ...of, status: 429, code: 'rate_limit_exceeded' }
    const data = Array.from({ length: 30 }, (_, second) => {
      const at = new Date(minute.getTime() + second * 1_000)
      return { ...error, at, requestId: `request_${second}` }
    })
    await prisma.requestError.createMany({ data })
    const hour = new Date(Math.floor(minute.getTime() / 3_600_000) * 3_600_000)
    const counts = { ok: 60, refused: 0, limited: 30, failed: 0 }
    await prisma.keyUsage.create({ data: { ...of, hour, ...counts, lastAt: minute } })
    const page = await browser.open(`/firms/${member.firmId}`, { as: member })
    const keys = page.getByRole('table', { name: 'Newest keys' })
    await keys.getByText('Limit reached: 30 rejected in 30 days').waitFor()
    await keys.locator(`time[datetime="${minute.toISOString()}"]`).waitFor()
    await keys.getByText(/20\d\d, \d\d:\d\d: 30 rejected/).waitFor()
    const widths = await page.evaluate<number[]>(`['section', 'root']
      .map((part) => document.querySelector('.mantine-Progress-' + part).clientWidth)`)
    expect(widths[0]).toBeGreaterThan(100)
    expect(widths[0]).toBe(widths[1])
    await expectGoodLooks(page, 'limit-reached')
    await page.goto(`/firms/${member.firmId}/service-api/${key.id}`)
    await page.getByText('There were too many requests or attempts.').first().waitFor()
  })
})
