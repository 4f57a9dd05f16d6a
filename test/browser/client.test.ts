import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { OPERATOR } from '../../src/modules/audit/audit.writes.ts'
import { revokeKey } from '../../src/modules/keys/keys.writes.ts'
import {
  describeInBrowser,
  expectAccessible,
  expectGoodLooks,
  testBrowser,
} from '../support/chromium.ts'
import { testGateway } from '../support/gateway.ts'
import { grantWith } from '../support/portfolio.ts'
import {
  type AskingFirm,
  askingFirm,
  clientWhoSignsIn,
  PURPOSE,
  type SignedUp,
  staffWhoSignIn,
} from './client.stage.ts'

const DAY_MS = 86_400_000

describeInBrowser('a client', () => {
  let shift = 0
  const gateway = testGateway({ now: () => new Date(Date.now() + shift) })
  const browser = testBrowser(gateway)
  const { database } = gateway
  let client: SignedUp
  let firm: AskingFirm
  let total: number

  beforeAll(async () => {
    client = await clientWhoSignsIn(gateway)
    firm = await askingFirm(gateway)
    total = await database.prisma.asset.count({ where: { clientId: client.id } })
  })

  const assetsRead = async (secret: string) => {
    const { status, json } = await gateway.request(`/api/v1/assets?client_id=${client.id}`, {
      key: secret,
    })
    return { status, code: json.error?.code }
  }

  test('signs in and comes back to the link', async () => {
    const path = await firm.ask(['valuation'])
    const page = await browser.open(path)
    await page.getByLabel('Email').fill(client.email)
    await page.getByLabel('Password', { exact: true }).fill(client.password)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await heading(page, 'Connection request')
    expect(new URL(page.url()).pathname).toBe(path)
  })

  test('sees who asks for what, and what that is of their own', async () => {
    const page = await browser.open(await firm.ask(['valuation', 'estate']), { as: client })
    await page.getByText(PURPOSE).waitFor()
    await page.getByRole('heading', { level: 2, name: 'Hale Estates' }).waitFor()
    const scopes = page.getByRole('group', { name: 'What may be seen' })
    expect(await scopes.getByRole('checkbox').count()).toBe(3)
    expect(await scopes.getByRole('checkbox', { name: /^Registry/ }).isDisabled()).toBe(true)
    await scopes.getByText(`${total} of ${total} assets`, { exact: true }).first().waitFor()
    const example = section(page, 'What they would see')
    await example.getByText('Market value').waitFor()
    await example.getByText('Heirs').waitFor()
    expect(await example.getByText('Seller').count()).toBe(0)
    await expectGoodLooks(page, 'connect')
    await page.getByRole('checkbox', { name: 'Estate' }).uncheck()
    await example.getByText('Heirs').waitFor({ state: 'detached' })
    expect(await example.getByText(/^\$[\d,]+\.\d\d$|^US\$/).count()).toBeGreaterThan(0)
  })

  test('chooses nothing by accident', async () => {
    const page = await browser.open(await firm.ask(['valuation']), { as: client })
    await page.getByRole('button', { name: 'Approve' }).click()
    await page.getByRole('alert').getByText('Choose which assets.').waitFor()
    await page.getByRole('radio', { name: 'Some categories' }).check()
    await page.getByRole('alert').getByText('Choose at least one category.').waitFor()
    await page.getByRole('radio', { name: 'On a date of your own' }).check()
    await page.getByText('Choose a day that lies ahead.').waitFor()
    await expectGoodLooks(page, 'connect-missing')
    expect(await database.prisma.grant.count({ where: { clientId: client.id } })).toBe(0)
  })

  test('declines', async () => {
    const page = await browser.open(await firm.ask(['valuation']), { as: client })
    await page.getByRole('button', { name: 'Decline' }).click()
    await heading(page, 'Declined')
    await expectGoodLooks(page, 'connect-declined')
    const where = { clientId: client.id, action: 'link.declined' }
    expect(await database.prisma.auditEvent.count({ where })).toBe(1)
  })

  test('has nothing connected at first, and is told how that is done', async () => {
    const page = await browser.open('/connected-apps', { as: client })
    await page.getByText('sends you a connection link').waitFor()
    await expectGoodLooks(page, 'connected-apps-empty')
  })

  test('narrows, approves, changes and revokes, each effective at once', async () => {
    const page = await browser.open(await firm.ask(['valuation', 'estate']), { as: client })
    await page.getByRole('checkbox', { name: 'Estate' }).uncheck()
    await page.getByRole('radio', { name: 'Some assets' }).check()
    await live(page).getByText(`0 of your ${total} assets`).waitFor()
    await page.getByLabel('Search your assets').fill('a')
    const assets = page.getByRole('group', { name: 'Assets' })
    const [first, second] = [
      assets.getByRole('checkbox').nth(0),
      assets.getByRole('checkbox').nth(1),
    ]
    await first.check()
    await second.check()
    await live(page).getByText(`2 of your ${total} assets`).waitFor()
    await expectGoodLooks(page, 'connect-items')
    await page.getByRole('button', { name: 'Approve' }).click()
    await heading(page, 'Connected')
    await expectGoodLooks(page, 'connect-connected')
    await page.getByRole('link', { name: 'See the connection' }).click()
    await heading(page, 'Hale Estates')
    await page
      .getByText(/^2 chosen assets: /)
      .first()
      .waitFor()
    expect(await assetsRead(firm.secret)).toEqual({ status: 200 })

    await page.getByRole('link', { name: 'Edit' }).click()
    await heading(page, 'Change what Hale Estates may see')
    await page.getByRole('checkbox', { name: 'Details', exact: true }).check()
    await page.getByRole('radio', { name: 'Some categories' }).check()
    await page.getByRole('checkbox', { name: /^Watches/ }).check()
    await live(page)
      .getByText(/more than now \(2\)/)
      .waitFor()
    await live(page).getByText('Newly shown: Details').waitFor()
    await expectGoodLooks(page, 'connected-app-edit')
    await page.getByRole('button', { name: 'Save' }).click()
    await heading(page, 'Hale Estates')
    await page.getByText('Everything in Watches').first().waitFor()
    const history = section(page, 'History')
    await history.getByText('Changed').waitFor()
    expect(await history.getByText('Ada Hale').count()).toBe(2)
    await expectGoodLooks(page, 'connected-app')

    await page.getByRole('button', { name: 'Revoke' }).click()
    await page.getByRole('dialog').waitFor()
    await expectGoodLooks(page, 'connected-app-revoke')
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
    await history.getByText('Revoked').waitFor()
    expect(await page.getByRole('link', { name: 'Edit' }).count()).toBe(0)
    expect(await assetsRead(firm.secret)).toEqual({ status: 403, code: 'no_active_grant' })
  })

  test('is led to the grant that a key has already', async () => {
    const { keyId, ask } = await askingFirm(gateway)
    const path = await ask(['valuation'])
    const grant = await grantWith(database, keyId, client.id, { scopes: ['valuation'] })
    const page = await browser.open(path, { as: client })
    await page.getByText('You are connected already').waitFor()
    expect(await page.getByRole('button', { name: 'Approve' }).count()).toBe(0)
    await expectGoodLooks(page, 'connect-already')
    await page.getByRole('link', { name: 'Change the connection' }).click()
    await heading(page, 'Change what Hale Estates may see')
    expect(new URL(page.url()).pathname).toBe(`/connected-apps/${grant.id}/edit`)
  })

  test('reads why a link cannot be approved', async () => {
    const sandbox = await askingFirm(gateway, 'sandbox')
    const ended = await askingFirm(gateway)
    const endedLink = await ended.ask(['valuation'])
    await revokeKey(database.prisma, OPERATOR, { keyId: ended.keyId })
    shift = -31 * DAY_MS
    const old = await firm.ask(['valuation']).finally(() => {
      shift = 0
    })
    const cases = [
      [await sandbox.ask(['valuation']), client, 'This key reads other portfolios'],
      [endedLink, client, 'This request has ended'],
      [old, client, 'This link has expired'],
      [await firm.ask(['valuation']), firm.admin, 'Only a client can answer this'],
    ] as const
    for (const [path, as, title] of cases) {
      const page = await browser.open(path, { as })
      await page.getByText(title).waitFor()
      expect(await page.getByRole('button', { name: 'Approve' }).count()).toBe(0)
      await expectAccessible(page)
    }
    const page = await browser.open(`${await firm.ask(['valuation'])}x`, { as: client })
    await heading(page, 'This link does not work')
    await page.getByText(/Request request_\w+/).waitFor()
    await expectGoodLooks(page, 'connect-forged')
  })

  test('with another account signs in and comes back', async () => {
    const path = await firm.ask(['valuation'])
    const page = await browser.open(path, { as: firm.admin })
    await page.getByRole('button', { name: 'Sign in with another account' }).click()
    await page.getByLabel('Email').fill(client.email)
    await page.getByLabel('Password', { exact: true }).fill(client.password)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await heading(page, 'Connection request')
  })

  test('finds no grant of another client', async () => {
    const other = await clientWhoSignsIn(gateway)
    const { keyId } = await askingFirm(gateway)
    const grant = await grantWith(database, keyId, other.id)
    for (const path of [`/connected-apps/${grant.id}`, `/connected-apps/${grant.id}/edit`]) {
      const page = await browser.open(path, { as: client })
      await heading(page, 'Not found')
    }
  })

  test('is seen by staff, who change nothing', async () => {
    const { keyId } = await askingFirm(gateway)
    const grant = await grantWith(database, keyId, client.id)
    const staff = await staffWhoSignIn(gateway)
    const page = await browser.open(`/connected-apps/${grant.id}`, { as: staff })
    await page.getByText('Reads the portfolio of Ada Hale').waitFor()
    await section(page, 'Read log').getByText('Nothing has been read yet').waitFor()
    await section(page, 'History').getByText('Given').waitFor()
    expect(await page.getByRole('button', { name: /Revoke|Edit/ }).count()).toBe(0)
    expect(await page.getByRole('link', { name: 'Edit' }).count()).toBe(0)
    await page.getByRole('link', { name: 'All connected apps of Ada Hale' }).click()
    await page.getByRole('article').first().waitFor()
    await expectGoodLooks(page, 'connected-apps-staff')
    await page.goto(`/connected-apps/${grant.id}/edit`)
    await heading(page, 'Not found')
  })

  test('gives an expired grant a new end, by the keyboard alone', async () => {
    const { keyId } = await askingFirm(gateway)
    const expiresAt = new Date(Date.now() + DAY_MS)
    const grant = await grantWith(database, keyId, client.id, { scopes: ['valuation'], expiresAt })
    await database.prisma.grant.update({
      where: { id: grant.id },
      data: { expiresAt: new Date(Date.now() - DAY_MS) },
    })
    const page = await browser.open(`/connected-apps/${grant.id}`, { as: client })
    await page.getByText('It has expired.').waitFor()
    await page.getByRole('link', { name: 'Edit' }).focus()
    await page.keyboard.press('Enter')
    await heading(page, 'Change what Hale Estates may see')
    await page.getByRole('radio', { name: 'In one year' }).focus()
    await page.keyboard.press('ArrowUp')
    await page.getByRole('button', { name: 'Save' }).focus()
    await page.keyboard.press('Enter')
    await page.getByText('Active', { exact: true }).waitFor()
    const { expiresAt: end } = await database.prisma.grant.findUniqueOrThrow({
      where: { id: grant.id },
    })
    expect(Math.round(((end?.getTime() ?? 0) - Date.now()) / DAY_MS)).toBe(30)
  })

  test('lists what is connected', async () => {
    const page = await browser.open('/connected-apps', { as: client })
    await page.getByRole('article').first().waitFor()
    await page
      .getByRole('img', { name: /^Requests of Hale Estates/ })
      .first()
      .waitFor()
    await expectGoodLooks(page, 'connected-apps')
  })

  test('sees what went wrong, with the request to quote', async () => {
    const page = await browser.open('/account/profile', { as: client })
    await page.route('**/graphql', (route) => route.abort())
    await page.getByRole('link', { name: 'Connected Apps' }).click()
    browser.allow(/ERR_FAILED/)
    await page.getByRole('alert').getByText('The gateway cannot be reached').waitFor()
    await page.unroute('**/graphql')
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('article').first().waitFor()
  })
})

function heading(page: Page, name: string) {
  return page.getByRole('heading', { level: 1, name, exact: true }).waitFor()
}

function section(page: Page, name: string) {
  return page.getByRole('region', { name, exact: true })
}

function live(page: Page) {
  return section(page, 'What they would see')
}
