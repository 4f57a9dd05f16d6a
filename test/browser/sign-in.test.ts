import { expect, test } from 'vitest'
import { describeInBrowser, testPortal } from '../support/chromium.ts'
import { expectGoodLooks } from '../support/looks.ts'
import { signInOn } from './client.fixtures.ts'

describeInBrowser('signing in', () => {
  const { browser } = testPortal()

  test('shows the reason of a failure, and no request id for a wrong password', async () => {
    const page = await browser.open('/sign-in')
    await signInOn(page, { email: 'nobody@example.com', password: 'not the password' })
    const alert = page.getByRole('alert')
    await alert.getByText('The email or the password is wrong.').waitFor()
    expect(await alert.textContent()).not.toContain('request_')
    await expectGoodLooks(page, 'sign-in')
  })
})
