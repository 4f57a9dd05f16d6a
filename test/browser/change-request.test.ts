import { beforeAll, expect, test } from 'vitest'
import { describeInBrowser, testPortal } from '../support/chromium.ts'
import { expectGoodLooks, LOOKS } from '../support/looks.ts'
import { grantWith } from '../support/portfolio.ts'
import {
  type AskingFirm,
  askingFirm,
  clientWhoSignsIn,
  heading,
  type SignedUp,
  unfold,
} from './client.fixtures.ts'
import { tabTo } from './keyboard.ts'

describeInBrowser('a connected client who opens a new link', () => {
  const { gateway, browser, prisma } = testPortal()
  let client: SignedUp
  let firm: AskingFirm
  let grantId = ''

  beforeAll(async () => {
    client = await clientWhoSignsIn(gateway)
    firm = await askingFirm(gateway)
    const filter = { type: 'category', categories: ['watches'] } as const
    const terms = { scopes: ['detail'], filter } as const
    grantId = (await grantWith(gateway.database, firm.keyId, client.id, terms)).id
  })

  const stored = () => prisma.grant.findFirstOrThrow({ where: { id: grantId } })
  const outcome = async (answer: 'approved' | 'declined') => {
    const visit = { clientId: client.id, answer }
    const { connectionId } = await prisma.linkVisit.findFirstOrThrow({ where: visit })
    const path = `/api/v1/connections/${connectionId}`
    return (await gateway.request(path, { key: firm.secret })).json.data
  }

  test('keeps the connection as it is, and the firm learns that', async () => {
    const page = await browser.open(await firm.ask(['valuation']), { as: client })
    await heading(page, 'Request for a change')
    await page.getByText('+ Valuation', { exact: true }).waitFor()
    await unfold(page, 'More about this request')
    expect(await page.getByText(/learns nothing/).count()).toBe(0)
    await expectGoodLooks(page, 'change-request', LOOKS.all)
    await page.getByRole('button', { name: 'Keep as it is' }).click()
    await heading(page, 'Kept as it is')
    await page.getByText('you kept the connection as it was.').waitFor()
    expect(await stored()).toMatchObject({ version: 1, scopes: ['registry', 'detail'] })
    expect(await outcome('declined')).toMatchObject({ state: 'declined' })
  })

  test('approves the change by keyboard only: the grant has it, and the firm its new version', async () => {
    const page = await browser.open(await firm.ask(['valuation', 'estate']), { as: client })
    await page.getByText('+ Valuation + Estate').waitFor()
    await tabTo(page, 'button', 'Keep as it is')
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('Enter')
    await heading(page, 'Changed')
    const scopes = ['registry', 'valuation', 'detail', 'estate']
    const kept = { filterType: 'category', filterValues: ['watches'], expiresAt: null }
    expect(await stored()).toMatchObject({ version: 2, scopes, ...kept })
    const grant = { id: grantId, version: 2 }
    expect(await outcome('approved')).toMatchObject({ state: 'approved', grant })
    await page.getByRole('link', { name: 'View the connection' }).click()
    await page.getByRole('link', { name: 'Receipt of version 2' }).click()
    await page.getByText('The client changed what the firm can see').waitFor()
  })
})
