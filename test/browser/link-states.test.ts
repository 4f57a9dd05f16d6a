import { expect, test } from 'vitest'
import { LINK_STATES } from '../graphql/portal/link-states.ts'
import { openedLink } from '../graphql/portal/opened-link.ts'
import { describeInBrowser, testPortal } from '../support/chromium.ts'
import { expectGoodLooks } from '../support/looks.ts'
import { section } from './client.fixtures.ts'

// Sentences about all data, or of the link alone, which said of each person what was true of some.
const OF_NOBODY = /No data was shared|has not received any|The firm has no access/

// Of a grant under which the key can read, and of none.
const OF_ACCESS = /You are already connected|already has access|Change the connection|can read your/
const OF_NO_ACCESS = /can read nothing now|have never given this firm access/

describeInBrowser('the page of a connection link', () => {
  const { gateway, browser } = testPortal()
  const open = (cookie: string, link: string) =>
    browser.open(`/connect/${link}`, { as: { email: '', password: '', cookie } })

  test.each(LINK_STATES)('$state', async ({ state, singleUse = false, happens, told }) => {
    const opened = await openedLink(gateway, singleUse)
    await happens(opened)
    const page = await open(opened.session, opened.link)
    for (const text of told.page) await page.getByText(text).first().waitFor()
    expect(await page.getByText(OF_NOBODY).count()).toBe(0)
    const isLive = told.grants.some(([cause]) => cause === null)
    expect(await page.getByText(isLive ? OF_NO_ACCESS : OF_ACCESS).count()).toBe(0)
    const own = section(page, 'What you have shared with this firm')
    expect(await own.count()).toBe(told.problem || told.answer || told.grants.length ? 1 : 0)
    expect(await own.getByRole('article').count()).toBe(told.grants.length)
    if (state.startsWith('approved twice')) await expectGoodLooks(page, 'connect-own-access')
    if (state.startsWith('used by another')) await expectGoodLooks(page, 'connect-used')
  })

  test('leads to the connection and to its receipts, by keyboard', async () => {
    const opened = await openedLink(gateway, true)
    await opened.revoke(await opened.approve())
    const page = await open(opened.session, opened.link)
    await page.getByRole('link', { name: 'Receipt of the approval' }).press('Enter')
    await page.getByText('The client let the firm read their portfolio').waitFor()
    await page.goBack()
    await page.getByRole('link', { name: 'Receipt of the end' }).press('Enter')
    await page.getByText('The access of the firm ended').waitFor()
  })
})
