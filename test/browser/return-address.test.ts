import { setTimeout } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { describeInBrowser, testPortal } from '../support/chromium.ts'
import { expectGoodLooks } from '../support/looks.ts'
import { testTable } from '../support/test-table.ts'
import {
  type AskingFirm,
  askingFirm,
  clientWhoSignsIn,
  heading,
  type SignedUp,
  section,
} from './client.fixtures.ts'
import { enterAt } from './keyboard.ts'

const HOME = 'https://firm.example/connected?x=1'
const STATE = 'a&b="><script>'
const ASKED = { singleUse: true, reference: 'customer-1042', returnUrl: HOME, state: STATE }

describeInBrowser('the return address', () => {
  const { gateway, browser, prisma } = testPortal()
  let client: SignedUp
  let firm: AskingFirm

  beforeAll(async () => {
    client = await clientWhoSignsIn(gateway)
  })

  /** A new firm whose key has the address, and the page of its link. */
  async function openLink(): Promise<Page> {
    firm = await askingFirm(gateway)
    await prisma.apiKey.updateMany({ where: { id: firm.keyId }, data: { returnUrls: [HOME] } })
    const page = await browser.open('/account/profile', { as: client })
    const home = { contentType: 'text/html', body: '<title>The firm</title><h1>Welcome</h1>' }
    await page.route('https://firm.example/**', (route) => route.fulfill(home))
    await page.goto(await firm.ask(['valuation'], ASKED))
    await heading(page, 'Connection request')
    return page
  }

  const back = (page: Page) => section(page, 'Back to the firm')

  async function approve(page: Page): Promise<void> {
    await page.getByRole('radio', { name: 'All assets' }).check()
    await page.getByRole('button', { name: 'Approve' }).click()
    await heading(page, 'Connected')
  }

  /** Checks the address that the window has come to, and gets what the key is told about it. */
  async function outcome(page: Page) {
    await page.waitForURL('https://firm.example/**', { timeout: 30_000 })
    const { searchParams: asked } = new URL(page.url())
    expect([...asked.keys()]).toEqual(['x', 'connection', 'state'])
    expect(asked.get('state')).toBe(STATE)
    expect(await page.evaluate('document.referrer')).toBe('')
    const path = `/api/v1/connections/${asked.get('connection')}`
    return (await gateway.request(path, { key: firm.secret })).json.data
  }

  test('is offered after an approval: a client stays by keyboard, and goes when they like', async () => {
    const page = await openLink()
    await page.getByText('The firm knows you as').waitFor()
    expect(await back(page).count()).toBe(0)
    await expectGoodLooks(page, 'connect-reference')
    await approve(page)
    await back(page).getByText('Hale Estates asks you to come back to firm.example').waitFor()
    await back(page).getByRole('status').getByText('You go there in 10 seconds').waitFor()
    await back(page).getByRole('button', { name: 'Stay here' }).press('Enter')
    await back(page).getByRole('status').getByText('You stay here.').waitFor()
    await expectGoodLooks(page, 'connected-return-address')
    await enterAt(page, 'link', 'Go back')
    const grant = await prisma.grant.findFirstOrThrow({ where: { keyId: firm.keyId } })
    expect(grant.reference).toBe('customer-1042')
    const approved = { state: 'approved', reference: 'customer-1042', client_id: client.id }
    expect(await outcome(page)).toMatchObject({ ...approved, grant: { id: grant.id } })
  })

  test('is taken by itself after a decision that nobody stops, once where the firm is slow', async () => {
    const page = await openLink()
    let visits = 0
    await page.route('https://firm.example/**', async (route) => {
      visits += 1
      await setTimeout(2_500)
      await route.fallback()
    })
    await page.getByRole('button', { name: 'Decline' }).click()
    await heading(page, 'Declined')
    expect(await outcome(page)).toEqual({
      id: expect.stringMatching(/^connection_/),
      link_id: expect.stringMatching(/^link_/),
      reference: 'customer-1042',
      state: 'declined',
    })
    expect(visits).toBe(1)
  })

  testTable([
    ...['javascript:document.title="owned"', 'data:text/html,<h1>owned</h1>'],
    ...['http://firm.example/', '//firm.example/', 'firm.example', ''],
  ])('leads nowhere if an answer that was tampered with names another place', async (address) => {
    const page = await openLink()
    await page.route('**/graphql', async (route) => {
      const response = await route.fetch()
      const returned = `"returnAddress":${JSON.stringify(address)}`
      const body = (await response.text()).replace(/"returnAddress":("[^"]*"|null)/, returned)
      await route.fulfill({ response, body })
    })
    await page.getByRole('button', { name: 'Decline' }).click()
    await heading(page, 'Declined')
    await page.getByText('You declined this link').waitFor()
    expect(await back(page).count()).toBe(0)
    expect(await page.title()).not.toBe('owned')
  })
})
