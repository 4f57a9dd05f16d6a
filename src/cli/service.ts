import { SERVICE_SCOPES, type ServiceScope } from '../access/caller.ts'
import { instantOf } from '../database/clock.ts'
import type { Overlap } from '../modules/keys/api-key-secret.writes.ts'
import {
  createServiceAccount,
  listServiceAccounts,
  revokeServiceAccount,
  rollServiceAccount,
} from '../modules/service-accounts/service-account.writes.ts'
import { parseName } from '../values/text-rules.ts'
import { type CliCommand, listed, optionParser } from './command.ts'
import {
  allowIpOption,
  type Expiry,
  expiryOption,
  formatRoll,
  formatSecret,
  overlapOption,
  scopesOption,
} from './values.ts'

export const COMMANDS = [addCreate, addList, addRoll, addRevoke]

interface CreateOptions {
  name: string
  scopes: ServiceScope[]
  allowIp: string[]
  expiresAt?: Expiry
}

function addCreate(service: CliCommand): void {
  service
    .add(
      'create',
      'create a service account and print its secret (shown only once)',
      'service create --name dashboards --scopes figures:requests,figures:accounts --allow-ip 10.20.0.0/16',
    )
    .requiredOption('--name <text>', 'name of the service account', optionParser(parseName))
    .addOption(scopesOption(SERVICE_SCOPES).makeOptionMandatory())
    .addOption(allowIpOption().makeOptionMandatory())
    .addOption(expiryOption())
    .onSchema(async ({ prisma }, { allowIp, expiresAt, ...options }: CreateOptions) => {
      const input = { ...options, allowedIps: allowIp, expiresAt: expiresAt?.at }
      const created = await createServiceAccount(prisma, input)
      const line = `Service account ${created.id} (${created.scopes.join(', ')})`
      return { json: created, lines: [line, ...formatSecret(created.secret)] }
    })
}

function addList(service: CliCommand): void {
  service.add('list', 'list the service accounts', 'service list').onSchema(async ({ prisma }) => {
    const data = await listServiceAccounts(prisma, await instantOf(prisma))
    const columns = ['id', 'state', 'name', 'scopes', 'allowedIps'] as const
    return listed(data, columns, 'No service accounts.')
  })
}

function addRoll(service: CliCommand): void {
  service
    .add(
      'roll <id>',
      'create a new secret for a service account and print it (shown only once)',
      'service roll service_01M7… --overlap 24h',
    )
    .addOption(overlapOption())
    .onSchema(async ({ prisma }, serviceId: string, { overlap }: { overlap: Overlap }) => {
      const rolled = await rollServiceAccount(prisma, { serviceId, overlap })
      return { json: rolled, lines: [`Service account ${serviceId}`, ...formatRoll(rolled)] }
    })
}

function addRevoke(service: CliCommand): void {
  service
    .add(
      'revoke <id>',
      'revoke a service account (cannot be undone)',
      'service revoke service_01M7…',
    )
    .onSchema(async ({ prisma }, serviceId: string) => {
      const revoked = await revokeServiceAccount(prisma, serviceId)
      return { json: revoked, lines: [`Service account ${serviceId} is revoked.`] }
    })
}
