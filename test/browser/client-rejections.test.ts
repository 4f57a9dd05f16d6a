import { beforeAll, expect, test } from 'vitest'
import { OPERATOR } from '../../src/modules/audit/audit.writes.ts'
import { revokeKey } from '../../src/modules/keys/api-key-secret.writes.ts'
import { describeInBrowser, testBrowser } from '../support/chromium.ts'
import { testGateway } from '../support/gateway.ts'
import { expectAccessible, expectGoodLooks } from '../support/looks.ts'
import { grantWith } from '../support/portfolio.ts'
import {
  type AskingFirm,
  askingFirm,
  clientWhoSignsIn,
  heading,
  type SignedUp,
  signInOn,
} from './client.fixtures.ts'

const DAY_MS = 86_400_000

describeInBrowser('a client cannot', () => {
  let shift = 0
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

  test('open the grant of another client', async () => {
    const other = await clientWhoSignsIn(gateway)
    const grant = await grantWith(database, firm.keyId, other.id)
    for (const path of [`/connected-apps/${grant.id}`, `/connected-apps/${grant.id}/edit`]) {
      const page = await browser.open(path, { as: client })
      await heading(page, 'Not found')
      expect(await page.content()).not.toContain('Hale Estates')
    }
    const page = await browser.open(`/connected-apps?client=${other.id}`, { as: client })
    await page.getByRole('alert').waitFor()
    await expect.poll(() => page.getByRole('article').count()).toBe(0)
  })

  test('use a link that was forged, exchanged or truncated', async () => {
    const path = await firm.ask(['valuation'])
    const [id = '', signature = ''] = path.replace('/connect/', '').split('.')
    const [other = ''] = (await firm.ask(['estate'])).replace('/connect/', '').split('.')
    const links = [`${other}.${signature}`, `${id}.${'A'.repeat(43)}`, id, `${id}.${signature}x`]
    for (const link of links) {
      const page = await browser.open(`/connect/${link}`, { as: client })
      await heading(page, 'This link does not work')
      await page.getByText(/Request request_\w+/).waitFor()
      await expect.poll(() => page.getByRole('button', { name: 'Approve' }).count()).toBe(0)
    }
    const page = await browser.open(`${path}x`, { as: client })
    await heading(page, 'This link does not work')
    await expectGoodLooks(page, 'connect-forged')
  })

  test('approve a request with a problem, and sees why', async () => {
    const sandbox = await askingFirm(gateway, 'sandbox')
    const ended = await askingFirm(gateway)
    const endedLink = await ended.ask(['valuation'])
    await revokeKey(prisma, OPERATOR, { keyId: ended.keyId })
    shift = -31 * DAY_MS
    const old = await firm.ask(['valuation']).finally(() => {
      shift = 0
    })
    const cases = [
      [await sandbox.ask(['valuation']), client, 'This is a test request'],
      [endedLink, client, 'This request is no longer valid'],
      [old, client, 'This link has expired'],
      [await firm.ask(['valuation']), firm.admin, 'Only clients can approve this'],
    ] as const
    for (const [path, as, title] of cases) {
      const page = await browser.open(path, { as })
      await page.getByText(title).waitFor()
      await expect.poll(() => page.getByRole('button', { name: 'Approve' }).count()).toBe(0)
      await expectAccessible(page)
    }
  })

  test('approve for a key that was revoked meanwhile', async () => {
    const late = await askingFirm(gateway)
    const page = await browser.open(await late.ask(['valuation']), { as: client })
    await page.getByRole('radio', { name: 'All assets' }).check()
    await page.getByText('Firm: Hale Estates').waitFor()
    await revokeKey(prisma, OPERATOR, { keyId: late.keyId })
    await page.getByRole('button', { name: 'Approve' }).click()
    const alert = page.getByRole('alert')
    await alert.getByText('Access was not granted').waitFor()
    const { y = -1, height = 0 } = (await alert.boundingBox()) ?? {}
    expect(y).toBeGreaterThan(0)
    expect(y + height).toBeLessThan(page.viewportSize()?.height ?? 0)
    await alert.getByText(/request_\w+/).waitFor()
    await expectGoodLooks(page, 'connect-rejected')
    expect(await grants()).toBe(0)
  })

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
