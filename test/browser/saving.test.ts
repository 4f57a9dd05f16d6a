import { expect, test } from 'vitest'
import { describeInBrowser, testPortal } from '../support/chromium.ts'
import { expectGoodLooks } from '../support/looks.ts'
import { grantWith } from '../support/portfolio.ts'
import { askingFirm, clientWhoSignsIn, heading, section } from './client.fixtures.ts'

const LEFT = ['GrantToChange', 'GroupChoices', 'ConsentTerms', 'PreviewCounts', 'PreviewExample']

describeInBrowser('a form', () => {
  const { gateway, browser } = testPortal()

  test('says that nothing is to be saved, and after a change what was saved, with its receipt', async () => {
    const client = await clientWhoSignsIn(gateway)
    const { keyId } = await askingFirm(gateway)
    // An operator gives the access, so that nothing is on record.
    const terms = { scopes: ['valuation', 'estate'] } as const
    const { id } = await grantWith(gateway.database, keyId, client.id, terms)
    const page = await browser.open(`/connected-apps/${id}`, { as: client })
    const agree = { name: 'Agree to these terms' }
    await section(page, 'What you agreed to').getByRole('link', agree).click()
    await page.getByRole('button', agree).click()
    const notice = page.getByRole('status').filter({ hasText: 'Your change is in effect.' })
    await notice.waitFor()
    await section(page, 'What you agreed to').getByText('Receipt of version 2').waitFor()
    await expectGoodLooks(page, 'saved')

    await page.getByRole('link', { name: 'Edit' }).click()
    await heading(page, 'Change what the firm can see')
    expect(await notice.count()).toBe(0)
    await page.getByText('You have not changed anything.').waitFor()
    await expectGoodLooks(page, 'nothing-to-save')
    await page.getByRole('button', { name: 'Save' }).press('Enter')
    await page.getByRole('checkbox', { name: /^Estate/ }).uncheck()
    const asked: string[] = []
    page.on('request', (request) =>
      asked.push(/"operationName":"(\w+)"/.exec(request.postData() ?? '')?.[1] ?? ''),
    )
    await page.getByRole('button', { name: 'Save' }).click()
    await section(page, 'What you agreed to').getByText('Receipt of version 3').waitFor()
    // The page that the Save leaves is not read again.
    const later = asked.slice(asked.indexOf('ChangeGrant') + 1)
    expect(later).toContain('ConnectedApp')
    expect(later.filter((name) => LEFT.includes(name))).toEqual([])
    await notice.getByRole('link', { name: 'Receipt' }).click()
    await heading(page, 'Receipt')
    expect(page.url()).toContain('/receipts/3')
  })

  test('says at the field what is missing, and leads to the first', async () => {
    const page = await browser.open('/account/security', { as: await clientWhoSignsIn(gateway) })
    await page.getByRole('button', { name: 'Change password' }).click()
    const missing = page.getByText('This field needs an entry.')
    await expect.poll(() => missing.count()).toBe(2)
    const current = page.getByLabel('Current password', { exact: true })
    await current.and(page.locator(':focus')).waitFor()
    expect(await current.getAttribute('aria-invalid')).toBe('true')
    await expectGoodLooks(page, 'wrong-fields')
    await current.fill('something')
    await page.getByLabel('New password', { exact: true }).fill('short')
    await page.getByRole('button', { name: 'Change password' }).click()
    await page.getByText('Use at least 12 characters.').waitFor()
    expect(await missing.count()).toBe(0)
  })
})
