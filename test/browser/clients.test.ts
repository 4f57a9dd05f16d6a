import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { HOME, idOfLink, linkOf } from '../graphql/portal/connections.fixtures.ts'
import { keyOf } from '../modules/fixtures.ts'
import { describeInBrowser, testPortal } from '../support/chromium.ts'
import { expectGoodLooks, LOOKS } from '../support/looks.ts'
import { clientWhoSignsIn, heading, PURPOSE, unfold } from './client.fixtures.ts'
import { grantedKey } from './firm.fixtures.ts'
import { memberWithPassword } from './firm-people.ts'

const ENDED = { state: 'revoked', revokedAt: new Date() } as const
const PHONE = { width: 390, height: 844 }

describeInBrowser('the clients of a firm', () => {
  const { gateway, browser, prisma } = testPortal({ sendsMail: true })

  /** A firm with a client, and with somebody who has an open link, one who let it expire, and one who declined. */
  async function askingFirm() {
    const firm = await grantedKey(gateway)
    const of = { requestingKeyId: firm.key.id, adminId: firm.admin.id }
    const one = (reference: string, more: object = {}) =>
      linkOf(gateway, of, { singleUse: true, reference, purpose: PURPOSE, ...more })
    await one('K-1', { email: 'bea@example.com' })
    await one('K-2', { expiresAt: new Date(Date.now() - 1_000) })
    const linkId = idOfLink(await one('K-3'))
    const answer = { answer: 'declined', answeredAt: new Date() } as const
    await prisma.linkVisit.create({ data: { linkId, clientId: firm.clientId, ...answer } })
    return firm
  }

  test('are second in the sidebar, and those who have not answered are found, saved and reminded', async () => {
    const { admin, key, path } = await askingFirm()
    const where = { id: (await keyOf(prisma, { firmId: admin.firmId, name: 'Other' })).id }
    await prisma.apiKey.update({ where, data: { createdAt: new Date(0) } })
    const page = await browser.open(path, { as: admin })
    const sidebar = page.getByRole('navigation').getByRole('link')
    await expect.poll(() => sidebar.nth(1).innerText()).toBe('Clients')
    await sidebar.first().hover()
    await page.locator('nav [data-orientation=vertical]').first().waitFor()
    expect(await page.locator('nav [data-orientation=horizontal]').count()).toBe(0)
    await page.getByRole('link', { name: 'All clients' }).click()
    await heading(page, 'Clients')
    await page.getByText('4 shown').waitFor()
    await expectGoodLooks(page, 'clients', LOOKS.all)
    await page.getByLabel('Key', { exact: true }).selectOption('Other')
    await page.getByText('Nothing matches').waitFor()
    const remind = page.getByRole('button', { name: 'Send reminders' })
    await remind.waitFor()
    await page.getByLabel('Key', { exact: true }).selectOption('Night reports')
    await page.getByLabel('Show').selectOption('Not answered, open or expired')
    await page.getByText('2 shown').waitFor()
    expect(await remind.count()).toBe(0)
    expect(new URL(page.url()).search).toBe(`?clients-key=${key.id}&clients-only=not_answered`)
    const names = await page.getByRole('rowheader').allInnerTexts()
    expect(names).toEqual(['K-2', expect.stringMatching(/^K-1\s+bea@example\.com$/)])
    const saved = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export CSV' }).click()
    const rows = readFileSync(await (await saved).path(), 'utf8').split('\r\n')
    const open = /^"","","K-1","bea@example.com","Night reports","link_open",.*\/connect\/link_/
    expect(rows[2]).toMatch(open)
    expect([rows.length, rows[1]?.includes('"not_answered"')]).toEqual([4, true])
    await page.getByLabel('Show').selectOption('Declined or kept as it is')
    await page.getByRole('row', { name: /K-3.*Declined or kept as it is/ }).waitFor()
    // The mails of the key that comes first stay, and the next press begins with the key that failed.
    await page.getByLabel('Show').selectOption('Link open')
    await page.getByLabel('Key', { exact: true }).selectOption('All keys')
    browser.allow(/ERR_FAILED/)
    await page.route('**/graphql', (route) => {
      const isOther = route.request().postData()?.match(`remindOf.*${where.id}`)
      return isOther ? route.abort() : route.fallback()
    })
    await remind.click()
    await page.getByText('1 client is reminded').waitFor()
    await page.getByRole('alert', { name: 'Something went wrong' }).waitFor()
    await page.unroute('**/graphql')
    await prisma.connectionLink.updateMany({ where: { keyId: key.id }, data: { remindedAt: null } })
    await remind.click()
    await page.getByText('There is nobody to remind today.').waitFor()
    await prisma.apiKey.update({ where, data: ENDED })
    await page.getByLabel('Key', { exact: true }).selectOption('Other')
    await page.reload()
    await remind.waitFor({ state: 'detached' })
  })

  test('are searched on a phone, and one of them is asked for a change', async () => {
    const { admin, clients, clientId, key } = await askingFirm()
    await prisma.grant.updateMany({ where: { clientId }, data: { reference: 'K-9' } })
    // 100 newer keys, which are live and then end.
    const { firmId } = admin
    for (let count = 0; count < 100; count++) await keyOf(prisma, { firmId })
    await prisma.apiKey.update({ where: { id: key.id }, data: { createdAt: new Date(0) } })
    const ofKey = `${clients}?clients-key=${key.id}`
    const page = await browser.open(ofKey, { as: admin, viewport: PHONE })
    await expect.poll(() => page.getByLabel('Key', { exact: true }).inputValue()).toBe(key.id)
    const others = { firmId, id: { not: key.id } }
    await prisma.apiKey.updateMany({ where: others, data: ENDED })
    await page.goto(clients)
    await page.getByRole('searchbox').fill('k-9')
    await page.getByText('1 shown').waitFor()
    await page.getByRole('button', { name: 'Actions for Ada Hale' }).click()
    await expectGoodLooks(page, 'clients-actions')
    await page.getByRole('menuitem', { name: 'Request a change' }).click()
    const dialog = page.getByRole('dialog', { name: 'Request a change from Ada Hale' })
    await dialog.getByRole('checkbox', { name: 'Documentation' }).check()
    await dialog.getByLabel('Purpose').fill(PURPOSE)
    await expectGoodLooks(page, 'clients-request-change')
    await dialog.getByRole('button', { name: 'Create link' }).click()
    await dialog.getByRole('button', { name: 'Done' }).click()
    const asked = await prisma.connectionLink.findFirstOrThrow({ where: { reference: 'K-9' } })
    expect(asked.scopes.sort()).toEqual(['documentation', 'registry', 'valuation'])
    expect(await page.getByRole('button', { name: 'Request access' }).isEnabled()).toBe(true)
  })

  test('are read by members without an action, and those of the test data by the switch', async () => {
    const { admin, clients } = await askingFirm()
    await keyOf(prisma, { firmId: admin.firmId, name: 'Trial', environment: 'sandbox' })
    const member = await memberWithPassword(gateway, { firmId: admin.firmId, role: 'member' })
    const page = await browser.open(clients, { as: member })
    await page.getByText('4 shown').waitFor()
    const acts = page.getByRole('button', { name: /^(Actions|Copy the link|Request)/ })
    expect(await acts.count()).toBe(0)
    await page.getByRole('switch', { name: 'Test data' }).check()
    await page.getByText('Fictional, for trying the API').waitFor()
    await page.getByText('1 shown').waitFor()
  })

  test('get a connection link, which is copied and leads to what was asked for', async () => {
    const { admin, clients } = await grantedKey(gateway)
    const permissions = ['clipboard-read', 'clipboard-write']
    const page = await browser.open(clients, { as: admin, permissions })
    await page.getByRole('button', { name: 'Request access' }).click()
    await page.getByRole('checkbox', { name: 'Valuation', exact: true }).check()
    await page.getByLabel('Purpose').fill(PURPOSE)
    await page.getByRole('button', { name: 'Create link' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Copy the link', exact: true }).click()
    await dialog.getByRole('button', { name: 'Copied' }).waitFor()
    const link = await page.evaluate<string>('navigator.clipboard.readText()')
    await page.getByRole('button', { name: 'Done' }).click()
    const client = await clientWhoSignsIn(gateway)
    const asked = await browser.open(new URL(link).pathname, { as: client })
    await asked.getByText(PURPOSE).waitFor()
    await unfold(asked, 'What they can see')
    await asked.getByRole('checkbox', { name: 'Valuation' }).waitFor()
  })

  test('get the links of a list, which is answered by its lines before anything is made', async () => {
    const { admin, clients, path, key } = await grantedKey(gateway)
    const page = await browser.open(path, { as: admin })
    await page.getByRole('button', { name: 'Edit' }).click()
    // Another admin changes it meanwhile.
    const other = { name: 'Day reports', allowedIps: ['203.0.113.0/24'], returnUrls: [HOME] }
    await prisma.apiKey.update({ where: { id: key.id }, data: other })
    await page.getByRole('switch', { name: 'Creates connection links' }).check()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.goto(clients)
    await page.getByRole('button', { name: 'Request access' }).click()
    await page.getByLabel('Purpose').fill(PURPOSE)
    await page.getByRole('radio', { name: 'Once for each client of a list' }).check()
    const file = { name: 'l.csv', mimeType: 'text/csv', buffer: Buffer.from('reference\nK-1\n=1') }
    await page.locator('input[type=file]').setInputFiles(file)
    const create = page.getByRole('button', { name: 'Create links' })
    await create.click()
    await page.getByText('Line 3: A spreadsheet would take this for a formula.').waitFor()
    await expectGoodLooks(page, 'link-list')
    await page.getByLabel('The list', { exact: true }).fill('reference,state\nK-1,s\nK-2,')
    await create.click()
    await page.getByText('Line 2: Check the reference').waitFor()
    const where = { keyId: key.id }
    expect(await prisma.connectionLink.count({ where })).toBe(0)
    await page.getByLabel('The list', { exact: true }).fill('reference\nK-1\nK-2')
    await create.click()
    await page.getByText('2 links were created.').waitFor()
    const saved = page.waitForEvent('download')
    await page.getByRole('dialog').getByRole('button', { name: 'Export CSV' }).click()
    expect((await saved).suggestedFilename()).toBe(`clients-${key.id}.csv`)
    expect(await prisma.connectionLink.count({ where })).toBe(2)
    const stored = await prisma.apiKey.findUnique({ where: { id: key.id } })
    expect(stored).toMatchObject({ ...other, createsLinks: true })
  })
})
