import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { OPERATOR } from '../../src/modules/audit/audit.writes.ts'
import { updateFirm } from '../../src/modules/firms/firm.writes.ts'
import { keyOf } from '../modules/fixtures.ts'
import { describeInBrowser, testBrowser } from '../support/chromium.ts'
import { testGateway } from '../support/gateway.ts'
import { expectGoodLooks } from '../support/looks.ts'
import { memberWithPassword } from './firm-people.ts'

describeInBrowser('the firm’s keys, for users who may not change them', () => {
  const gateway = testGateway()
  const browser = testBrowser(gateway)
  const { prisma } = gateway.database

  async function firmWithKey(role: 'admin' | 'member') {
    const member = await memberWithPassword(gateway, { role })
    const key = await keyOf(prisma, { firmId: member.firmId, name: 'Night reports' })
    const list = `/firms/${member.firmId}/service-api`
    return { member, list, key, path: `${list}/${key.id}` }
  }

  test('a member who is not an admin sees them, and why nothing more', async () => {
    const { member, list, path } = await firmWithKey('member')
    const page = await browser.open(list, { as: member })
    await page.getByText('Only admins can create and change keys').waitFor()
    await expect
      .poll(() => page.getByRole('button', { name: 'New API key' }).isDisabled())
      .toBe(true)
    await expectGoodLooks(page, 'keys-member')
    await page.goto(path)
    await page.getByText('API key created').waitFor()
    await expect
      .poll(() => page.getByRole('button', { name: /Rotate|Edit|Revoke|link/ }).count())
      .toBe(0)
  })

  test('with a lapsed plan they can only be revoked', async () => {
    const { member, list, path, key } = await firmWithKey('admin')
    const plan = { plan: 'enterprise', planState: 'past_due' } as const
    await updateFirm(prisma, OPERATOR, { firmId: member.firmId, ...plan })
    const page = await browser.open(list, { as: member })
    await page.getByText('The Enterprise plan is past due').waitFor()
    await expect
      .poll(() => page.getByRole('button', { name: 'New API key' }).isDisabled())
      .toBe(true)
    await page.goto(path)
    const revoke = page.getByRole('button', { name: 'Revoke' })
    await revoke.waitFor()
    await expect.poll(() => revoke.isEnabled()).toBe(true)
    await expect.poll(() => page.getByRole('button', { name: 'Rotate' }).isDisabled()).toBe(true)
    await expect.poll(() => page.getByRole('button', { name: 'Edit' }).isDisabled()).toBe(true)
    await expect
      .poll(() => page.getByRole('button', { name: 'Connection link' }).isDisabled())
      .toBe(true)
    const [create, roll, update] = mutationsOf(member.firmId, key.id, '')
    for (const mutation of [create, roll, update])
      expect(await send(page, mutation ?? '')).toEqual(['enterprise_plan_required'])
    await expectGoodLooks(page, 'key-lapsed')
    await revoke.click()
    await page.getByLabel(/to confirm$/).fill('Night reports')
    await page.getByRole('button', { name: 'Revoke key' }).click()
    await page.getByText('API key revoked').waitFor()
  })
})

/** Every change of a firm's keys and of a grant: create, roll, update first. */
function mutationsOf(firmId: string, keyId: string, grantId: string): string[] {
  const key = 'what no page offers'.replaceAll(' ', '-')
  return [
    `createApiKey(input: { firmId: "${firmId}", name: "Mine", environment: sandbox, scopes: [estate], idempotencyKey: "${key}" }) { secret }`,
    `rollApiKey(input: { keyId: "${keyId}", overlap: none, idempotencyKey: "${key}" }) { secret }`,
    `updateApiKey(input: { keyId: "${keyId}", name: "Mine" }) { name }`,
    `revokeApiKey(keyId: "${keyId}") { state }`,
    `createConnectionLink(input: { keyId: "${keyId}", scopes: [valuation], purpose: "Mine" }) { path }`,
    `updateGrant(input: { grantId: "${grantId}", scopes: [registry], version: 1, termsDigest: "x" }) { version }`,
    `revokeGrant(grantId: "${grantId}") { state }`,
  ]
}

/** Sends a mutation from the page itself, with its session. Gives the codes of the errors. */
function send(page: Page, mutation: string): Promise<string[]> {
  const body = JSON.stringify({ query: `mutation { ${mutation} }` })
  return page.evaluate<string[]>(`(async () => {
    const send = (body, headers) => fetch('/graphql', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers },
      body,
    })
    const viewer = await send('{ "query": "{ viewer { id } }" }', {})
    const session = { 'X-Page-Session': viewer.headers.get('X-Page-Session') }
    const { errors } = await (await send(${JSON.stringify(body)}, session)).json()
    return (errors ?? []).map((error) => error.extensions.code)
  })()`)
}
