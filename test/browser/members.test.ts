import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { createKey } from '../../src/modules/keys/api-key.writes.ts'
import { Browser, personWithPassword } from '../support/browser.ts'
import { describeInBrowser, testPortal } from '../support/chromium.ts'
import { expectGoodLooks } from '../support/looks.ts'
import { runMailJob } from '../support/mails.ts'
import { heading } from './client.fixtures.ts'
import { storeSecret } from './firm.fixtures.ts'
import { memberWithPassword } from './firm-people.ts'
import { enterAt, tabTo } from './keyboard.ts'
import { mailbox } from './mailbox.ts'

const PASSWORD = 'correct horse battery'

describeInBrowser('the members of a firm', () => {
  const { gateway, browser, prisma } = testPortal()
  const pathOf = ({ firmId }: { firmId: string }) => `/firms/${firmId}/members`

  async function invite(page: Page, email: string): Promise<void> {
    await page.getByRole('button', { name: 'Invite a member' }).click()
    await page.getByLabel('Name').fill('Bo Lund')
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Admin', { exact: true }).check()
    await page.getByRole('button', { name: 'Invite', exact: true }).click()
  }

  test('are invited: a new person sets a password and is an admin of the firm', async () => {
    const admin = await memberWithPassword(gateway)
    const page = await browser.open(`/firms/${admin.firmId}`, { as: admin })
    await page.getByRole('link', { name: 'Members' }).click()
    await page.getByText('The last admin').waitFor()
    await invite(page, 'bo.lund@example.com')
    const link = await page.getByRole('region', { name: 'the link' }).textContent()
    await expectGoodLooks(page, 'member-invited')
    await storeSecret(page, 'I have sent or copied it')
    await page.getByRole('table', { name: 'Invitations' }).getByText('Bo Lund').waitFor()
    await expectGoodLooks(page, 'members-invitations')

    const theirs = await browser.open(new URL(link ?? '').pathname)
    await theirs.getByText('Hale Estates invites you as an admin. You can manage').waitFor()
    await expectGoodLooks(theirs, 'invitation-firm-new')
    await theirs.getByLabel('New password').fill(PASSWORD)
    await theirs.getByLabel('Repeat password').fill(PASSWORD)
    await theirs.getByRole('button', { name: 'Set password' }).click()
    await heading(theirs, 'Hale Estates')
    await theirs.getByRole('link', { name: 'Members' }).click()
    await theirs.getByText('Bo Lund (you)').waitFor()
  })

  test('have their role changed and are removed, by keyboard only', async () => {
    const admin = await memberWithPassword(gateway)
    const other = await memberWithPassword(gateway, { firmId: admin.firmId, role: 'member' })
    const named = { where: { email: other.email }, data: { name: 'Ivo Lund' } }
    const { id } = await prisma.user.update(named)
    const page = await browser.open(pathOf(admin), { as: admin })
    const theirs = await browser.open(`/firms/${admin.firmId}`, { as: other })
    await heading(theirs, 'Hale Estates')
    await enterAt(page, 'button', 'Change role of Ivo Lund')
    await tabTo(page, 'radio', 'Member')
    await page.keyboard.press('ArrowDown')
    await expectGoodLooks(page, 'member-role')
    await enterAt(page, 'button', 'Change role')
    await page.getByRole('row', { name: 'Ivo Lund' }).getByText('Developer').waitFor()
    const key = { firmId: admin.firmId, name: 'Night reports', environment: 'sandbox' } as const
    const actor = { kind: 'user', userId: id, requestId: 'request' } as const
    await createKey({ prisma, actor }, { ...key, scopes: ['registry'] })

    await enterAt(page, 'button', 'Remove Ivo Lund')
    await page.getByRole('dialog').getByText('is signed out').waitFor()
    await expectGoodLooks(page, 'member-remove')
    await enterAt(page, 'button', 'Remove')
    await page.getByRole('link', { name: 'Night reports' }).waitFor()
    await expectGoodLooks(page, 'member-removed')
    await enterAt(page, 'button', 'Done')
    await page.getByText('The last admin').waitFor()
    await theirs.reload()
    await heading(theirs, 'Sign in')
    await page.goto(`/firms/${admin.firmId}`)
    await page.getByText('Member removed').waitFor()
    await page.getByText('Role of a member changed').waitFor()
  })
})

describeInBrowser('where mail is sent', () => {
  const { mailer, mails } = mailbox()
  const { gateway, browser } = testPortal({ sendsMail: true })
  runMailJob(gateway.serving, mailer)

  test('a forgotten password is replaced with the mailed link', async () => {
    const person = await personWithPassword(gateway)
    const page = await browser.open('/sign-in')
    await page.getByRole('link', { name: 'Forgot password?' }).click()
    await page.getByLabel('Email').fill(person.email)
    await expectGoodLooks(page, 'forgot-password')
    await page.getByRole('button', { name: 'Send a link' }).click()
    await page.getByRole('status').getByText('a link is on its way').waitFor()
    await expectGoodLooks(page, 'forgot-password-sent')
    const sent = () => mails().split(`To: ${person.email}`)[1] ?? ''
    await expect.poll(sent, { timeout: 10_000 }).toMatch(/\/invitation\/inv_\w+/)
    const [path = ''] = /\/invitation\/inv_\w+/.exec(sent()) ?? []
    await page.goto(path)
    await page.getByLabel('New password').fill(PASSWORD)
    await page.getByLabel('Repeat password').fill(PASSWORD)
    await page.getByRole('button', { name: 'Set password' }).click()
    await page.getByRole('button', { name: /^Account of/ }).waitFor()
    const { status } = await new Browser(gateway).signIn({ ...person, password: PASSWORD })
    expect(status).toBe(200)
  })
})
