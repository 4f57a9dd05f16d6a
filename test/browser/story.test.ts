import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { describeInBrowser, testBrowser } from '../support/chromium.ts'
import { testGateway } from '../support/gateway.ts'
import {
  clientWhoSignsIn,
  heading,
  preview,
  type SignedUp,
  section,
  signInOn,
} from './client.fixtures.ts'
import { memberWithPassword } from './firm-people.ts'

const KEY = 'Yearly report'

describeInBrowser('from a firm’s first key to its last', () => {
  const gateway = testGateway()
  const browser = testBrowser(gateway)
  let admin: Awaited<ReturnType<typeof memberWithPassword>>
  let client: SignedUp

  beforeAll(async () => {
    admin = await memberWithPassword(gateway)
    client = await clientWhoSignsIn(gateway)
  })

  const read = async (secret: string) => {
    const path = `/api/v1/assets?client_id=${client.id}&page_size=100`
    const { status, json } = await gateway.request(path, { key: secret })
    const assets: readonly Asset[] = json.data ?? []
    return { status, code: json.error?.code, assets }
  }

  test('using only the pages', { timeout: 180_000 }, async () => {
    const office = await browser.open('/')
    await signInOn(office, admin)
    const secret = await createKey(office)
    expect(await read(secret)).toMatchObject({ status: 403, code: 'no_active_grant' })

    const home = await browser.open(new URL(await makeLink(office)).pathname)
    await signInOn(home, client)
    await approveWatchesAndWine(home)
    const granted = await read(secret)
    expect(new Set(granted.assets.map(({ category }) => category))).toEqual(
      new Set(['watches', 'wine']),
    )
    for (const asset of granted.assets)
      expect(Object.keys(asset).sort()).toEqual([...REGISTRY, 'detail', 'valuation'].sort())

    await narrowToWatches(home)
    const narrowed = await read(secret)
    expect(new Set(narrowed.assets.map(({ category }) => category))).toEqual(new Set(['watches']))
    for (const asset of narrowed.assets)
      expect(Object.keys(asset).sort()).toEqual([...REGISTRY, 'valuation'].sort())

    await gateway.usage.flush()
    await home.reload()
    await expectReads(home, granted.assets.length, narrowed.assets.length)
    await office.reload()
    await expectClient(office, client)

    await revokeConnection(home)
    expect(await read(secret)).toMatchObject({ status: 403, code: 'grant_revoked' })
    await revokeKey(office)
    expect(await read(secret)).toMatchObject({ status: 401, code: 'revoked_api_key' })
  })
})

interface Asset {
  readonly category: string
}

const REGISTRY = [
  'id',
  'registry_id',
  'title',
  'category',
  'quantity',
  'created_at',
  'updated_at',
] as const

async function createKey(page: Page): Promise<string> {
  await page.getByRole('link', { name: 'Service API' }).click()
  await page.getByRole('button', { name: 'New API key' }).click()
  await page.getByLabel('Name').fill(KEY)
  await page.getByLabel('Production').check()
  for (const scope of ['Valuation', 'Details', 'Estate'])
    await page.getByRole('checkbox', { name: scope, exact: true }).check()
  await page.getByRole('button', { name: 'Create key' }).click()
  const secret = await page.getByRole('region', { name: 'the secret' }).textContent()
  await page.getByLabel('I have saved it').check()
  await page.getByRole('button', { name: 'Done' }).click()
  await heading(page, KEY)
  expect(await page.content()).not.toContain(secret)
  return secret ?? ''
}

async function makeLink(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Connection link' }).click()
  for (const scope of ['Valuation', 'Details', 'Estate'])
    await page.getByRole('checkbox', { name: scope, exact: true }).check()
  await page.getByLabel('Purpose').fill('To value the collection for the yearly report.')
  await page.getByRole('button', { name: 'Create link' }).click()
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Copy the link', exact: true }).click()
  await dialog.getByRole('button', { name: 'Copied' }).waitFor()
  const link = await page.evaluate<string>('navigator.clipboard.readText()')
  await page.getByRole('button', { name: 'Done' }).click()
  return link
}

async function approveWatchesAndWine(page: Page): Promise<void> {
  await heading(page, 'Connection request')
  await page.getByText('To value the collection for the yearly report.').waitFor()
  await page.getByRole('checkbox', { name: 'Estate' }).uncheck()
  await page.getByRole('radio', { name: 'Some categories' }).check()
  await page.getByRole('checkbox', { name: /^Watches/ }).check()
  await page.getByRole('checkbox', { name: /^Wine/ }).check()
  await page.getByRole('radio', { name: 'In 30 days' }).check()
  await page.getByRole('button', { name: 'Approve' }).click()
  await heading(page, 'Connected')
  await page.getByRole('link', { name: 'View the connection' }).click()
}

async function narrowToWatches(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Edit' }).click()
  await page.getByRole('checkbox', { name: 'Details', exact: true }).uncheck()
  await page.getByRole('checkbox', { name: /^Wine/ }).uncheck()
  await preview(page)
    .getByText(/fewer assets? than now/)
    .waitFor()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Everything in Watches', { exact: true }).first().waitFor()
}

// A row for each hour, endpoint and set of scopes: two reads in one hour, with other scopes.
async function expectReads(page: Page, granted: number, narrowed: number): Promise<void> {
  const rows = page.getByRole('table', { name: 'Read log' }).getByRole('row')
  const list = rows.filter({ hasText: 'Asset list' })
  const wide = list.filter({ hasText: 'Details' })
  const narrow = list.filter({ hasNotText: 'Details' })
  await wide.waitFor()
  await expect.poll(() => wide.getByRole('cell').last().innerText()).toBe(String(granted))
  await expect.poll(() => narrow.getByRole('cell').last().innerText()).toBe(String(narrowed))
  await page.getByRole('img', { name: /^Requests of .*2 requests in 30 days/ }).waitFor()
}

async function expectClient(page: Page, client: SignedUp): Promise<void> {
  const row = page.getByRole('table', { name: 'Clients of this key' }).getByRole('row', {
    name: client.id,
  })
  await row.getByText('1 category').waitFor()
  // The rejected one before the grant, and the two that were answered.
  await page.getByRole('img', { name: /^Requests with this key.*3 requests in/ }).waitFor()
}

async function revokeConnection(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Revoke' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
  await section(page, 'History').getByText('Access revoked').waitFor()
}

async function revokeKey(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Revoke' }).click()
  const dialog = page.getByRole('dialog')
  const revoke = dialog.getByRole('button', { name: 'Revoke key' })
  await expect.poll(() => revoke.isDisabled()).toBe(true)
  await dialog.getByRole('textbox').fill(KEY)
  await revoke.click()
  await dialog.waitFor({ state: 'detached' })
}
