import { expect, test } from 'vitest'
import { keyOf } from '../modules/fixtures.ts'
import { describeInBrowser, testBrowser } from '../support/chromium.ts'
import { testGateway } from '../support/gateway.ts'
import { memberWithPassword } from './firm-people.ts'

/** Names as earlier releases stored them, and how a person types what the page shows. */
const NAMES = [
  ['two spaces', 'Night  reports', 'Night reports'],
  ['a no-break space', 'Night\u00a0reports', 'Night reports'],
  ['a narrow no-break space', 'Night\u202freports', 'Night reports'],
  ['a decomposed accent', 'Re\u0301union', 'R\u00e9union'],
  ['a curly apostrophe', 'O\u2019Hara', "O'Hara"],
  ['curly quotes', '\u201cWest\u201d', '"West"'],
] as const

describeInBrowser('a key is revoked by typing its name', () => {
  const gateway = testGateway()
  const browser = testBrowser(gateway)
  const { prisma } = gateway.database

  test.each(NAMES)('with %s', async (_what, stored, typed) => {
    const admin = await memberWithPassword(gateway)
    const key = await keyOf(prisma, { firmId: admin.firmId })
    await prisma.apiKey.updateMany({ where: { id: key.id }, data: { name: stored } })
    const path = `/firms/${admin.firmId}/service-api/${key.id}`
    const page = await browser.open(path, { as: admin })
    await page.getByRole('button', { name: 'Revoke' }).click()
    const revoke = page.getByRole('button', { name: 'Revoke key' })
    await page.getByLabel(/^Type /).fill(`${typed}x`)
    expect(await revoke.isDisabled()).toBe(true)
    await page.getByLabel(/^Type /).fill(typed)
    await revoke.click()
    await page.getByText('API key revoked').waitFor()
    const { state } = await prisma.apiKey.findUniqueOrThrow({ where: { id: key.id } })
    expect(state).toBe('revoked')
  })
})
