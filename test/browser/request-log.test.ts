import { expect, test } from 'vitest'
import { describeInBrowser, testPortal } from '../support/chromium.ts'
import { expectGoodLooks, LOOKS } from '../support/looks.ts'
import { heading } from './client.fixtures.ts'
import { grantedKey } from './firm.fixtures.ts'
import { enterAt } from './keyboard.ts'
import { EARLIER, GOOD, LOST, REFUSED, requestsOf } from './request-log.fixtures.ts'

describeInBrowser('the requests of a key', () => {
  const { gateway, browser } = testPortal()

  test('are listed, filtered in the address, and explained, with the keyboard alone', async () => {
    const { admin, path, key, clientId } = await grantedKey(gateway)
    await requestsOf(gateway, key.id, clientId)
    const page = await browser.open(path, { as: admin })
    await enterAt(page, 'link', 'Show single requests')
    await heading(page, 'Logs')
    expect(await page.getByLabel('Key').inputValue()).toBe(key.id)
    const list = page.getByRole('table', { name: 'Requests', exact: true })
    await list.getByText('GET /api/v1/portfolios').waitFor()
    await page.getByText('29 found').waitFor()
    await page.getByRole('img', { name: /oldest first: 0, 0, 0, 0, 1,000, 0, 4,321$/ }).waitFor()
    await expectGoodLooks(page, 'requests', LOOKS.all)

    await page.getByLabel('Result').selectOption('Rejected (4xx)')
    await page.getByText('3 found').waitFor()
    expect(page.url()).toContain('requests-outcome=refused')
    await page.reload()
    await page.getByText('3 found').waitFor()
    await page.getByLabel('Error code').selectOption('asset_not_found')
    await page.getByText('Nothing matches').waitFor()
    await page.getByRole('button', { name: 'Clear search and filters' }).click()
    await page.getByText('29 found').waitFor()
    await page.getByRole('button', { name: 'Show more' }).click()
    await expect.poll(() => list.getByRole('row').count()).toBeGreaterThan(29)
    await page.getByRole('searchbox').fill('portfolios')
    await page.getByText('1 found').waitFor()
    expect(page.url()).not.toContain('portfolios')

    await list.getByRole('link', { name: LOST }).press('Enter')
    await heading(page, 'Request')
    await page.getByText('The answer said: There is no such path.').waitFor()
    await page.getByText('Correct the path.').waitFor()
    const about = page.getByRole('link', { name: 'In the documentation' })
    expect(await about.getAttribute('href')).toBe('/docs/errors#route_not_found')
    await expectGoodLooks(page, 'request-unknown-path', LOOKS.all)
  })

  test('of yesterday for one client, which were rejected, are found in the log of the firm', async () => {
    const { admin, key, clientId } = await grantedKey(gateway)
    await requestsOf(gateway, key.id, clientId)
    // About noon, so that what was some hours ago was today.
    const east = 12 - new Date().getUTCHours()
    const timezoneId = `Etc/GMT${east > 0 ? -east : `+${-east}`}`
    const page = await browser.open(`/firms/${admin.firmId}`, { as: admin, timezoneId })
    await enterAt(page, 'link', 'Logs')
    await heading(page, 'Logs')
    await page.getByText('29 found').waitFor()
    await page.getByRole('columnheader', { name: `Time (${timezoneId})` }).waitFor()
    await page.getByLabel('Time').focus()
    await page.keyboard.type('Yes')
    await page.getByText('1 found').waitFor()
    await enterAt(page, 'button', 'Only requests for Ada Hale')
    const row = page.getByRole('row', { name: EARLIER })
    for (const part of ['403', 'Ada Hale', 'Night reports', '192.0.2.7', 'API version 2024-01-01'])
      await row.getByText(part).first().waitFor()
    expect(await row.getByRole('rowheader').innerText()).toMatch(/:\d\d\.\d{3}/)
    expect(await page.getByRole('searchbox').inputValue()).toBe(clientId)
    await page.getByRole('searchbox').fill('ada h')
    await page.getByText('1 found').waitFor()
    await page.getByRole('searchbox').fill('eleanor')
    await page.getByText('Nothing matches').waitFor()
  })

  test('say what was asked and answered, of errors and successes', async () => {
    const { admin, path, key, clientId } = await grantedKey(gateway)
    await requestsOf(gateway, key.id, clientId)
    const page = await browser.open(`${path}/requests/${REFUSED}`, { as: admin })
    await page.getByText('Status 403: The access to this portfolio has been revoked.').waitFor()
    await page.getByText('category=watches').waitFor()
    await page.getByText(clientId).waitFor()
    await expectGoodLooks(page, 'request-refused', LOOKS.all)
    await page.goto(`${path}/requests/${GOOD}`)
    await page.getByText('It was answered.').waitFor()
    await page.getByText('operation=query A').waitFor()
    await expectGoodLooks(page, 'request-good')
    await page.goto(`${path}/requests/nobody`)
    await page.getByText('This request is not stored').waitFor()
    await expectGoodLooks(page, 'request-not-stored')
    await page.goto(`/firms/firm_0/service-api/${key.id}/requests/${REFUSED}`)
    await heading(page, 'Not found')
  })
})
