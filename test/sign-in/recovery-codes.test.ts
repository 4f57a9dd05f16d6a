import { beforeEach, expect, test } from 'vitest'
import { Browser, personWithPassword, totp } from '../support/browser.ts'
import { gatewayWithoutLimits } from '../support/gateway.ts'
import { testTable } from '../support/test-table.ts'
import {
  enableFactor,
  inFullWidth,
  recover,
  verify,
  waitingBrowser,
} from './second-factor.fixtures.ts'

const gateway = gatewayWithoutLimits()
let person: Awaited<ReturnType<typeof personWithPassword>>
let browser: Browser
let recoveryCodes: string[] = []

beforeEach(withFactor)

async function withFactor() {
  person = await personWithPassword(gateway)
  browser = new Browser(gateway)
  await browser.signIn(person)
  const factor = await enableFactor(browser, person)
  recoveryCodes = factor.recoveryCodes
  await verify(browser, totp(factor.secret))
}

const startSignIn = () => waitingBrowser(gateway, person)

testTable<[string, (code: string) => string]>([
  ['a space in place of the hyphen', (code) => code.replace('-', ' ')],
  ['no hyphen', (code) => code.replace('-', '')],
  ['spaces around, and another dash', (code) => ` ${code.replace('-', '\u2013')} `],
  ['full width', inFullWidth],
])('a recovery code is accepted in any notation, once', async (_, write) => {
  await withFactor()
  const [code = ''] = recoveryCodes
  const typed = write(code)
  expect((await recover(await startSignIn(), typed)).json.user?.id).toBe(person.userId)
  for (const again of [typed, code])
    expect((await recover(await startSignIn(), again)).json.error.code).toBe('invalid_code')
})

test('a recovery code works for one of two concurrent sign-ins', async () => {
  const [, code = ''] = recoveryCodes
  const two = [await startSignIn(), await startSignIn()]
  const replies = await Promise.all(two.map((each) => recover(each, code)))
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(replies.filter(({ status }) => status >= 500)).toHaveLength(0)
})

test('new recovery codes replace the old ones', async () => {
  const { password } = person
  const { json } = await browser.post('/api/auth/two-factor/generate-backup-codes', { password })
  expect((await recover(await startSignIn(), recoveryCodes[0] ?? '')).status).toBe(401)
  expect((await recover(await startSignIn(), json.backupCodes[0])).status).toBe(200)
})
