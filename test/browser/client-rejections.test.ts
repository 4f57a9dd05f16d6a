import { beforeAll, expect, test } from 'vitest'
import { describeInBrowser, testBrowser } from '../support/chromium.ts'
import { testGateway } from '../support/gateway.ts'
import {
  type AskingFirm,
  askingFirm,
  clientWhoSignsIn,
  heading,
  type SignedUp,
  signInOn,
} from './client.fixtures.ts'

describeInBrowser('a client cannot', () => {
  const shift = 0
  const gateway = testGateway({ now: () => new Date(Date.now() + shift) })
  const browser = testBrowser(gateway)
  const { database } = gateway
  const { prisma } = database
  let client: SignedUp
  let firm: AskingFirm

  beforeAll(async () => {
    client = await clientWhoSignsIn(gateway)
    firm = await askingFirm(gateway)
  })

  const grants = () => prisma.grant.count({ where: { clientId: client.id } })

  test('continue with an ended session, but can sign in over the page, and the answer is sent', async () => {
    const path = await firm.ask(['valuation'])
    const page = await browser.open(path, { as: client })
    await page.getByRole('radio', { name: 'All assets' }).check()
    await page.getByText('Firm: Hale Estates').waitFor()
    await prisma.session.deleteMany({ where: { userId: client.id } })
    await page.getByRole('button', { name: 'Approve' }).click()
    const again = page.getByRole('dialog', { name: 'Sign in again' })
    await again.waitFor()
    expect(await grants()).toBe(0)
    await again.getByLabel('Password', { exact: true }).fill(client.password)
    await again.getByRole('button', { name: 'Sign in', exact: true }).click()
    await heading(page, 'Connected')
    expect(await grants()).toBe(1)
  })

  test('answer with another account, but can sign in with their own and return', async () => {
    const page = await browser.open(await firm.ask(['valuation']), { as: firm.admin })
    await page.getByRole('button', { name: 'Sign in with another account' }).click()
    await signInOn(page, client)
    await heading(page, 'Connection request')
  })
})
