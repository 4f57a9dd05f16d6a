import { SERVICE_SCOPES } from '../../src/access/caller.ts'
import type { Database } from '../../src/database/client.ts'
import {
  createServiceAccount,
  type NewServiceAccount,
} from '../../src/modules/service-accounts/service-account.writes.ts'

const HERE = ['127.0.0.0/8', '::1/128']

/** A service account: by default with all scopes, for requests of this machine. */
export function serviceWith(
  { prisma }: Database,
  options: Partial<NewServiceAccount> = {},
  now?: Date,
) {
  const input = { name: 'Dashboards', scopes: SERVICE_SCOPES, allowedIps: HERE, ...options }
  return createServiceAccount(prisma, input, now)
}
