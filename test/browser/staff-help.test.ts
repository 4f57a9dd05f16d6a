import { expect, test } from 'vitest'
import { personWithPassword } from '../support/browser.ts'
import { describeInBrowser, testPortal } from '../support/chromium.ts'
import { expectGoodLooks } from '../support/looks.ts'
import { askingFirm, heading, section } from './client.fixtures.ts'
import { staffWithPassword } from './firm-people.ts'
import { activeOf } from './keyboard.ts'

describeInBrowser('staff who help a person', () => {
  const { gateway, browser, prisma } = testPortal({ sendsMail: true })

  test('find them by the reference of a firm, by keyboard, lift their locks, and lock them out, each with a reason', async () => {
    const { userId, email } = await personWithPassword(gateway)
    const firm = await askingFirm(gateway)
    await firm.ask(['valuation'], { singleUse: true, email, reference: 'C-1047' })
    const page = await browser.open('/', { as: await staffWithPassword(gateway) })
    await page.request.post('/api/auth/sign-in/email', {
      data: { email, password: 'wrong' },
      headers: { Origin: gateway.url() },
    })
    await prisma.signInCounter.updateMany({ where: { span: 'hour' }, data: { failures: 20 } })
    await page.locator('input:focus').fill('C-1047')
    expect(new URL(page.url()).pathname).toBe('/search')
    await page.keyboard.press('Enter')
    await page.getByText('1 result. The arrow keys').waitFor()
    await expectGoodLooks(page, 'staff-search')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await heading(page, 'Ada Lind')
    await section(page, 'Connection links').getByText('C-1047').waitFor()
    await section(page, 'Sign-in activity').getByText('Sign-in failed: wrong password').waitFor()
    await expectGoodLooks(page, 'staff-person')
    const dialog = page.getByRole('dialog')
    const act = async (part: string, name: string, reason: string) => {
      await section(page, part).getByRole('button', { name }).click()
      const button = dialog.getByRole('button', { name })
      await button.click()
      await dialog.getByText('This field needs an entry.').waitFor()
      await dialog.getByLabel('Reason').fill(reason)
      await button.click()
      await dialog.waitFor({ state: 'detached' })
    }
    await act('Locks', 'Send a link for a password', 'Forgot the password')
    await section(page, 'Mails of the last 30 days').getByText('Link for a password').waitFor()
    await act('Help', 'Lock out', 'Asked by telephone')
    await section(page, 'Locks').getByText('Locked out by staff').waitFor()
    await act('Locks', 'Unlock', 'Found the telephone')
    await page.getByText('Found the telephone').first().waitFor()
    expect(await prisma.mail.count({ where: { email, kind: 'invitation' } })).toBe(2)
    expect(await prisma.account.count({ where: { userId } })).toBe(0)
    // The palette looks for people only when it is asked to: each search is recorded.
    const searches = () => prisma.auditEvent.count({ where: { action: 'staff.searched' } })
    await page.goto('/firms')
    await heading(page, 'Firms')
    await page.keyboard.press('Control+k')
    await page.getByLabel('A page, a person or a firm').fill(email)
    await expect.poll(() => activeOf(page)).toBe(`Search for “${email}”`)
    expect(await searches()).toBe(1)
    await page.keyboard.press('Enter')
    await page.getByRole('option', { name: 'Ada Lind' }).waitFor()
    await page.keyboard.press('Enter')
    await page.waitForURL(`**/people/${userId}`)
    expect(await searches()).toBe(2)
  })
})
