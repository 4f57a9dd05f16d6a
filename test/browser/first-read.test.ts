import { expect, test } from 'vitest'
import { describeInBrowser, testPortal } from '../support/chromium.ts'
import { expectGoodLooks } from '../support/looks.ts'
import { paste } from './firm.fixtures.ts'
import { memberWithPassword } from './firm-people.ts'
import { enterAt, expectFocus } from './keyboard.ts'

describeInBrowser('the first read', () => {
  const { gateway, browser } = testPortal()

  test('runs where the secret is shown, by keyboard, with the key alone', async () => {
    const admin = await memberWithPassword(gateway)
    const page = await browser.open(`/firms/${admin.firmId}/service-api`, { as: admin })
    await page.getByRole('button', { name: 'New API key' }).click()
    await page.getByLabel('Name').fill('Trial')
    await page.getByLabel('Valuation').check()
    await page.keyboard.press('Enter')
    const secret = (await page.getByRole('region', { name: 'the secret' }).textContent()) ?? ''
    const requests: { url: string; headers: Record<string, string> }[] = []
    page.on('request', async (request) => {
      if (request.url().includes('/api/v1/'))
        requests.push({ url: request.url(), headers: await request.allHeaders() })
    })
    await enterAt(page, 'button', 'Run a first request')
    await page.getByText(/^Answered with status 200 in \d+ ms\.$/).waitFor()
    const shown = await page.getByRole('region', { name: 'Answer' }).textContent()
    const answer = JSON.parse(shown ?? '')
    expect(answer.data).toHaveLength(2)
    expect(answer.data[0].valuation.market_value.currency).toBe('USD')
    expect(answer.pagination.total_count).toBe(7)
    await expectFocus(page, 'button', 'Run it again')
    expect(requests).toHaveLength(1)
    expect(requests[0]?.url).not.toContain(secret)
    expect(requests[0]?.headers).toMatchObject({ authorization: `Bearer ${secret}` })
    expect(requests[0]?.headers).not.toHaveProperty('cookie')
    const kept = await page.evaluate(
      'JSON.stringify([{ ...localStorage }, { ...sessionStorage }, history.state, location.href])',
    )
    expect(kept).not.toContain(secret.slice(0, 20))
    await expectGoodLooks(page, 'first-read')
    expect(
      await paste(await page.getByRole('region', { name: 'Test command' }).textContent()),
    ).toEqual(answer)
  })
})
