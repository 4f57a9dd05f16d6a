import { expect, test } from 'vitest'
import type { Role } from '../../src/generated/prisma/client.ts'
import { operator } from '../../src/modules/audit/audit.writes.ts'
import { updateFirm } from '../../src/modules/firms/firm.writes.ts'
import { addMember } from '../../src/modules/firms/member.writes.ts'
import { keyOf, someone } from '../modules/fixtures.ts'
import { describeInBrowser, testPortal } from '../support/chromium.ts'
import { expectGoodLooks } from '../support/looks.ts'
import { memberWithPassword } from './firm-people.ts'

describeInBrowser('the firm’s keys, for users who may not change them', () => {
  const { gateway, browser, prisma } = testPortal()

  async function firmWithKey(role: Role) {
    const member = await memberWithPassword(gateway, { role })
    const key = await keyOf(prisma, { firmId: member.firmId, name: 'Night reports' })
    const list = `/firms/${member.firmId}/service-api`
    return { member, list, path: `${list}/${key.id}` }
  }

  test.each([
    ['member', 'Only admins and developers can create and change keys', false],
    ['developer', 'Only admins can create and change production keys', true],
  ] as const)('a %s sees them, why nothing more, and whom to ask', async (role, why, makes) => {
    const { member, list, path } = await firmWithKey(role)
    const { firmId } = member
    await addMember(operator(prisma), { ...someone(), firmId, role: 'admin' })
    const page = await browser.open(list, { as: member })
    await page.getByRole('alert', { name: why }).getByText('Ada Hale').waitFor()
    const create = page.getByRole('button', { name: 'New API key' })
    await expect.poll(() => create.isEnabled()).toBe(makes)
    await expectGoodLooks(page, `keys-${role}`)
    if (makes) {
      await create.click()
      await page.getByRole('radio', { name: 'Production', disabled: true }).waitFor()
    }
    const actions = page.getByRole('button', { name: /Rotate|Edit|Revoke|link/ })
    await page.goto(path)
    await page.getByRole('heading', { name: 'Requests' }).waitFor()
    await expect.poll(() => actions.count()).toBe(0)
    const { id } = await keyOf(prisma, { firmId, name: 'Trial', environment: 'sandbox' })
    await page.goto(`${list}/${id}`)
    await page.getByRole('heading', { name: 'Requests' }).waitFor()
    await expect.poll(() => actions.count()).toBe(makes ? 3 : 0)
  })

  test('with a lapsed plan they can only be revoked', async () => {
    const { member, list, path } = await firmWithKey('admin')
    const plan = { plan: 'enterprise', planState: 'past_due' } as const
    await updateFirm(operator(prisma), { firmId: member.firmId, ...plan })
    const page = await browser.open(list, { as: member })
    await page.getByText('The Enterprise plan is past due').waitFor()
    await page.getByRole('button', { name: 'New API key', disabled: true }).waitFor()
    await page.goto(path)
    const revoke = page.getByRole('button', { name: 'Revoke', disabled: false })
    await revoke.waitFor()
    for (const name of ['Rotate', 'Edit'])
      await page.getByRole('button', { name, disabled: true }).waitFor()
    await expectGoodLooks(page, 'key-lapsed')
    await revoke.click()
    const confirm = page.getByRole('button', { name: 'Revoke key' })
    await page.getByLabel(/to confirm$/).fill('Night report')
    await confirm.click()
    await page.getByText('This is not the same name.').waitFor()
    await page.getByLabel(/to confirm$/).fill('Night reports')
    await confirm.click()
    await page.getByText('Revoked').first().waitFor()
  })
})
