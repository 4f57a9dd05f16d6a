import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { keyOf } from '../modules/fixtures.ts'
import type { TestGateway } from '../support/gateway.ts'
import { clientWith, grantWith } from '../support/portfolio.ts'
import { memberWithPassword } from './firm-people.ts'

/** An admin's key with a client. */
export async function grantedKey(gateway: TestGateway) {
  const { database } = gateway
  const admin = await memberWithPassword(gateway)
  const scopes = ['registry', 'valuation', 'documentation'] as const
  const key = await keyOf(database.prisma, { firmId: admin.firmId, name: 'Night reports', scopes })
  const clientId = await clientWith(database, [])
  await grantWith(database, key.id, clientId, { scopes: ['valuation'] })
  const path = `/firms/${admin.firmId}/service-api/${key.id}`
  const clients = `/firms/${admin.firmId}/clients`
  const read = (secret: string) =>
    gateway.request(`/api/v1/assets?client_id=${clientId}`, { key: secret })
  return { admin, key, clientId, path, clients, read }
}

/** The JSON that a shell prints for a command, as one pastes it. */
export async function paste(command: string | null): Promise<unknown> {
  const { stdout } = await promisify(execFile)('sh', ['-c', command ?? ''])
  return JSON.parse(stdout)
}

/** Closes the dialog of a secret in the one way there is. */
export async function storeSecret(page: Page, confirmed = 'I have saved it'): Promise<void> {
  const done = page.getByRole('button', { name: 'Done' })
  await expect.poll(() => done.isDisabled()).toBe(true)
  await page.getByLabel(confirmed).check()
  await done.click()
  await done.waitFor({ state: 'detached' })
}
