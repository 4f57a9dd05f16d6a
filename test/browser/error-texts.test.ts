import { expect, test } from 'vitest'
import { ERROR_CODES } from '../../src/errors.ts'
import { personWithPassword } from '../support/browser.ts'
import { describeInBrowser, testBrowser } from '../support/chromium.ts'
import { testGateway } from '../support/gateway.ts'

const FOR_PROGRAMS = 'clientId takes an id; back off exponentially.'

describeInBrowser('the texts of errors', () => {
  const gateway = testGateway()
  const browser = testBrowser(gateway)

  test('replace the code and the message of the server, whatever they are', async () => {
    const page = await browser.open('/sign-in')
    await page.getByLabel('Email').fill('ada@example.com')
    await page.getByLabel('Password', { exact: true }).fill('not the password')
    let sent = ''
    await page.route('**/api/auth/sign-in/email', (route) =>
      route.fulfill({
        status: 400,
        headers: { 'X-Request-Id': `request_of_${sent.replaceAll('_', '-')}` },
        json: { error: { code: sent, message: FOR_PROGRAMS } },
      }),
    )
    // The page answers that one by loading again.
    const shown = ERROR_CODES.filter((code) => code !== 'session_changed')
    for (const code of [...shown, 'a_code_to_come']) {
      sent = code
      await page.getByRole('button', { name: 'Sign in' }).click()
      const alert = page.getByRole('alert')
      await alert.getByText(`request_of_${code.replaceAll('_', '-')}`, { exact: true }).waitFor()
      const text = (await alert.textContent()) ?? ''
      expect(text).not.toContain(code)
      expect(text).not.toContain('clientId')
    }
  })

  test('say how long to wait', async () => {
    const { email } = await personWithPassword(gateway)
    const page = await browser.open('/sign-in')
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password', { exact: true }).fill('not the password')
    const limited = page.getByText('Try again in about a minute.')
    await expect
      .poll(async () => {
        await page.getByRole('button', { name: 'Sign in' }).click()
        await page.getByRole('alert').waitFor()
        return limited.count()
      })
      .toBe(1)
  })
})
