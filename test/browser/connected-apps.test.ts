import { beforeAll, expect, test } from 'vitest'
import { OPERATOR } from '../../src/modules/audit/audit.writes.ts'
import { updateGrant } from '../../src/modules/grants/grant.writes.ts'
import { describeInBrowser, testBrowser } from '../support/chromium.ts'
import { testGateway } from '../support/gateway.ts'
import { expectGoodLooks } from '../support/looks.ts'
import { grantWith } from '../support/portfolio.ts'
import {
  type AskingFirm,
  askingFirm,
  clientWhoSignsIn,
  heading,
  preview,
  type SignedUp,
  section,
  staffWhoSignIn,
} from './client.fixtures.ts'

const DAY_MS = 86_400_000

describeInBrowser('a client’s connected apps', () => {
  let shift = 0
  const gateway = testGateway({ now: () => new Date(Date.now() + shift) })
  const browser = testBrowser(gateway)
  const { database } = gateway
  let client: SignedUp
  let firm: AskingFirm

  beforeAll(async () => {
    client = await clientWhoSignsIn(gateway)
    firm = await askingFirm(gateway)
  })

  const read = (path: string) =>
    gateway.request(`/api/v1/${path}?client_id=${client.id}`, { key: firm.secret })

  test('are an empty list at first, with an explanation', async () => {
    const page = await browser.open('/connected-apps', { as: client })
    await page.getByText('sends you a connection link').waitFor()
    await expectGoodLooks(page, 'connected-apps-empty')
  })

  test('show their access, and what was read', async () => {
    const scopes = ['valuation', 'documentation'] as const
    await grantWith(database, firm.keyId, client.id, {
      scopes,
      filter: { type: 'category', categories: ['watches', 'wine'] },
      expiresAt: new Date(Date.now() + 365 * DAY_MS),
    })
    for (const days of [9, 6, 2, 0]) {
      shift = -days * DAY_MS
      await read('assets')
      await read('portfolio/summary')
      await gateway.usage.flush()
    }
    const page = await browser.open('/connected-apps', { as: client })
    const card = page.getByRole('article')
    await card.getByText('Everything in Watches and Wine').waitFor()
    await card.getByRole('img', { name: /^Requests of Hale Estates\. 8 requests/ }).waitFor()
    await expectGoodLooks(page, 'connected-apps')
    await card.getByRole('link', { name: 'Hale Estates' }).click()
    const log = page.getByRole('table', { name: 'Read log' })
    await log.getByText('Portfolio summary').first().waitFor()
    await expect.poll(() => log.getByRole('row').count()).toBe(9)
    await expectGoodLooks(page, 'connected-app')
  })

  test('can be changed and revoked, effective at once', async () => {
    const { id } = await database.prisma.grant.findFirstOrThrow({ where: { keyId: firm.keyId } })
    const page = await browser.open(`/connected-apps/${id}`, { as: client })
    await page.getByRole('link', { name: 'Edit' }).click()
    await heading(page, 'Change what the firm can see')
    await page.getByRole('checkbox', { name: 'Details', exact: true }).check()
    await page.getByRole('checkbox', { name: /^Wine/ }).uncheck()
    await preview(page)
      .getByText(/fewer assets? than now/)
      .waitFor()
    await preview(page).getByText('Newly shown: Details').waitFor()
    await expectGoodLooks(page, 'connected-app-edit')
    await page.getByRole('button', { name: 'Save' }).click()
    await heading(page, 'Hale Estates')
    await page.getByText('Everything in Watches', { exact: true }).first().waitFor()
    await expect.poll(() => page.evaluate('scrollY')).toBe(0)
    expect((await read('assets')).json.grant).toMatchObject({
      id,
      version: 2,
      scopes: ['registry', 'valuation', 'detail', 'documentation'],
    })

    const history = section(page, 'History')
    await history.getByText('Access changed').waitFor()
    await history.getByText('1 category removed (Wine)').waitFor()
    await page.getByRole('button', { name: 'Revoke' }).click()
    await expectGoodLooks(page, 'connected-app-revoke')
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
    await history.getByText('Access revoked').waitFor()
    await expect.poll(() => history.getByText('Ada Hale').count()).toBe(2)
    await expect.poll(() => page.getByRole('link', { name: 'Edit' }).count()).toBe(0)
    expect(await read('assets')).toMatchObject({
      status: 403,
      json: { error: { code: 'grant_revoked' } },
    })
    await page.getByText('You revoked it. The firm would have to ask you again').waitFor()
    await expectGoodLooks(page, 'connected-app-revoked')
    for (const other of [firm.admin, await staffWhoSignIn(gateway)]) {
      const theirs = await browser.open(`/connected-apps/${id}`, { as: other })
      await theirs
        .getByText('The client revoked it. The firm would have to ask the client')
        .waitFor()
    }
  })

  test('ask once before revoking, in a dialog that holds the focus and returns it', async () => {
    const { keyId } = await askingFirm(gateway)
    const grant = await grantWith(database, keyId, client.id)
    const page = await browser.open(`/connected-apps/${grant.id}`, { as: client })
    const revoke = page.getByRole('button', { name: 'Revoke' })
    await revoke.focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Revoke this connection' })
    await dialog.waitFor()
    for (let tabs = 0; tabs < 6; tabs++) {
      await page.keyboard.press('Tab')
      await expect.poll(() => dialog.locator(':focus').count()).toBe(1)
    }
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await expect.poll(() => revoke.and(page.locator(':focus')).count()).toBe(1)
    const { state } = await database.prisma.grant.findFirstOrThrow({ where: { id: grant.id } })
    expect(state).toBe('active')
  })

  test('are read-only for staff', async () => {
    const { keyId } = await askingFirm(gateway)
    const grant = await grantWith(database, keyId, client.id)
    const staff = await staffWhoSignIn(gateway)
    const page = await browser.open(`/connected-apps/${grant.id}`, { as: staff })
    await page.getByText('Reads the portfolio of Ada Hale').waitFor()
    await section(page, 'Read log').getByText('No read is stored.').waitFor()
    await section(page, 'History').getByText('Access granted').waitFor()
    await expect.poll(() => page.getByRole('button', { name: /Revoke|Edit/ }).count()).toBe(0)
    await expect.poll(() => page.getByRole('link', { name: 'Edit' }).count()).toBe(0)
    await page.getByRole('link', { name: 'All connected apps of Ada Hale' }).click()
    await page.getByRole('article').first().waitFor()
    await expectGoodLooks(page, 'connected-apps-staff')
    await page.goto(`/connected-apps/${grant.id}/edit`)
    await heading(page, 'Not found')
  })

  test('that have expired can be extended, by keyboard only', async () => {
    const { keyId } = await askingFirm(gateway)
    const expiresAt = new Date(Date.now() + DAY_MS)
    const grant = await grantWith(database, keyId, client.id, { scopes: ['valuation'], expiresAt })
    await database.prisma.grant.updateMany({
      where: { id: grant.id },
      data: { expiresAt: new Date(Date.now() - DAY_MS) },
    })
    const page = await browser.open(`/connected-apps/${grant.id}`, { as: client })
    await page.getByText('It has expired.').waitFor()
    await expectGoodLooks(page, 'connected-app-expired')
    await page.getByRole('link', { name: 'Edit' }).focus()
    await page.keyboard.press('Enter')
    await heading(page, 'Change what the firm can see')
    await page.getByRole('radio', { name: 'In one year' }).focus()
    await page.keyboard.press('ArrowUp')
    await page.getByText('Firm: Hale Estates').waitFor()
    await page.getByRole('button', { name: 'Save' }).focus()
    await page.keyboard.press('Enter')
    await page.getByText('Active', { exact: true }).waitFor()
    const { expiresAt: end } = await database.prisma.grant.findFirstOrThrow({
      where: { id: grant.id },
    })
    expect(Math.round(((end?.getTime() ?? 0) - Date.now()) / DAY_MS)).toBe(30)
  })

  test('that have expired cannot be extended after the key has ended', async () => {
    const { keyId } = await askingFirm(gateway)
    const grant = await grantWith(database, keyId, client.id)
    const ended = { data: { expiresAt: new Date(Date.now() - DAY_MS) } }
    await database.prisma.grant.updateMany({ where: { id: grant.id }, ...ended })
    await database.prisma.apiKey.updateMany({ where: { id: keyId }, ...ended })
    const page = await browser.open(`/connected-apps/${grant.id}`, { as: client })
    await page.getByText('It has expired, and the firm’s key has ended.').waitFor()
    expect(await page.getByText('new end date').count()).toBe(0)
    expect(await page.getByRole('link', { name: 'Edit' }).count()).toBe(0)
    await page.goto(`/connected-apps/${grant.id}/edit`)
    await heading(page, 'Not found')
  })

  test('cannot be extended while the firm has no plan, before and after they expire', async () => {
    const { keyId } = await askingFirm(gateway)
    const expiresAt = new Date(Date.now() + 12 * DAY_MS)
    const { id } = await grantWith(database, keyId, client.id, { expiresAt })
    const { firmId } = await database.prisma.apiKey.findUniqueOrThrow({ where: { id: keyId } })
    await database.prisma.firm.update({ where: { id: firmId }, data: { planState: 'past_due' } })
    const page = await browser.open(`/connected-apps/${id}`, { as: client })
    await page.getByText('It can be extended once the firm has an active').waitFor()
    await page.getByRole('link', { name: 'Choose an earlier end' }).waitFor()
    const ended = { data: { expiresAt: new Date(Date.now() - DAY_MS) } }
    await database.prisma.grant.updateMany({ where: { id }, ...ended })
    await page.reload()
    await page.getByText('You can choose a new end date once the firm has an active').waitFor()
    expect(await page.getByRole('link', { name: 'Edit' }).count()).toBe(0)
  })

  test('that have expired lead to the connection that has replaced them', async () => {
    const { keyId } = await askingFirm(gateway)
    const old = await grantWith(database, keyId, client.id)
    const data = { expiresAt: new Date(Date.now() - DAY_MS) }
    await database.prisma.grant.updateMany({ where: { id: old.id }, data })
    const { id } = await grantWith(database, keyId, client.id)
    const page = await browser.open(`/connected-apps/${old.id}`, { as: client })
    await page.getByText('It has expired. Another connection with the same key').waitFor()
    expect(await page.getByText('new end date').count()).toBe(0)
    expect(await page.getByRole('link', { name: 'Edit' }).count()).toBe(0)
    await page.getByRole('link', { name: 'The connection that has replaced it' }).click()
    await page.waitForURL(`**/connected-apps/${id}`)
    await page.getByRole('link', { name: 'Edit' }).waitFor()
  })

  test('are not changed by an outdated page', async () => {
    const { keyId } = await askingFirm(gateway)
    const { id } = await grantWith(database, keyId, client.id, { scopes: ['valuation', 'detail'] })
    const page = await browser.open(`/connected-apps/${id}/edit`, { as: client })
    await page.getByRole('checkbox', { name: 'Details', exact: true }).uncheck()
    await updateGrant(database.prisma, OPERATOR, { grantId: id, scopes: ['registry'] })
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('alert').getByText('Your change was not saved').waitFor()
    await expectGoodLooks(page, 'connected-app-overtaken')
    const { scopes } = await database.prisma.grant.findFirstOrThrow({ where: { id } })
    expect(scopes).toEqual(['registry'])
    await page.getByRole('button', { name: 'Reload and start over' }).click()
    const valuation = page.getByRole('checkbox', { name: 'Valuation', exact: true })
    await page.getByRole('alert').waitFor({ state: 'detached' })
    await expect.poll(() => valuation.isChecked()).toBe(false)
    await valuation.check()
    await page.getByRole('button', { name: 'Save' }).click()
    await heading(page, 'Hale Estates')
  })

  test('show an error, and load on retry', async () => {
    const page = await browser.open('/account/profile', { as: client })
    await page.route('**/graphql', (route) => route.abort())
    await page.getByRole('link', { name: 'Connected Apps' }).click()
    browser.allow(/ERR_FAILED/)
    await page.getByRole('alert').getByText('The server cannot be reached').waitFor()
    await page.unroute('**/graphql')
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('article').first().waitFor()
  })
})
