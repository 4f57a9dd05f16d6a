import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { operator } from '../../src/modules/audit/audit.writes.ts'
import { setPasswords } from '../../src/modules/people/password.writes.ts'
import { createStaff } from '../../src/modules/people/person.writes.ts'
import { someone } from '../modules/fixtures.ts'
import { enableFactor, verify } from '../sign-in/second-factor.fixtures.ts'
import { personWithPassword, signedInBrowser, totp } from '../support/browser.ts'
import { describeInBrowser, testPortal } from '../support/chromium.ts'
import { expectGoodLooks } from '../support/looks.ts'
import { heading, signInOn } from './client.fixtures.ts'
import { storeSecret } from './firm.fixtures.ts'

describeInBrowser('sign-in with a second factor', () => {
  const { gateway, browser, prisma } = testPortal()

  test('is required of staff, who set it up first', async () => {
    const { id: userId, email } = await createStaff(operator(prisma), someone())
    const password = 'a long enough pass phrase'
    await setPasswords(operator(prisma), [{ userId, password }])
    const page = await browser.open('/firms', { as: { email, password } })
    await page.getByRole('heading', { level: 1, name: 'Set up two-step verification' }).waitFor()
    await expectGoodLooks(page, 'required-factor')
    expect(await page.getByRole('navigation').count()).toBe(0)
    await page.getByRole('button', { name: 'Set up' }).click()
    await page.getByLabel('Your password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('img', { name: 'Key for the authenticator app' }).waitFor()
    await expectGoodLooks(page, 'second-factor')
    const key = await page.getByRole('dialog').locator('code').textContent()
    await page.getByLabel('Code').fill(totp(key ?? ''))
    await page.getByRole('dialog').getByRole('button', { name: 'Turn on' }).click()
    await page.getByRole('region', { name: 'this list of codes' }).waitFor()
    await expectGoodLooks(page, 'recovery-codes')
    const waiting = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download' }).click()
    const path = await (await waiting).path()
    expect((await readFile(path, 'utf8')).trim().split('\n')).toHaveLength(10)
    await page.emulateMedia({ media: 'print' })
    expect(await page.getByRole('heading', { level: 1 }).isVisible()).toBe(false)
    const codes = page.getByText(/^([a-hjkmnp-z2-9]{5}-){2}/)
    await codes.first().waitFor()
    await page.emulateMedia({ media: 'screen' })
    await storeSecret(page)
    await page.getByRole('heading', { level: 1, name: 'Firms' }).waitFor()
    await page.goto('/account/security')
    await page.getByRole('button', { name: 'New recovery codes' }).waitFor()
    expect(await page.getByRole('button', { name: 'Turn off' }).count()).toBe(0)
  })

  test('accepts a recovery code in the place of a second factor', async () => {
    const person = await personWithPassword(gateway)
    const own = await signedInBrowser(gateway, person)
    const { secret, recoveryCodes } = await enableFactor(own, person)
    await verify(own, totp(secret))
    const next = await browser.open('/sign-in')
    await signInOn(next, person)
    await heading(next, 'Two-step verification')
    await expectGoodLooks(next, 'sign-in-second-factor')
    await next.getByRole('button', { name: 'Use a recovery code instead' }).click()
    await next.getByLabel('Recovery code').fill(recoveryCodes[0] ?? '')
    await next.getByRole('button', { name: 'Sign in' }).click()
    await next.getByRole('button', { name: 'Account of Ada Lind' }).waitFor()
  })
})
