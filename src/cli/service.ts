import { type Command, Option } from 'commander'
import type { ServiceScope } from '../access/caller.ts'
import { instantOf } from '../database/clock.ts'
import { OVERLAPS, type Overlap } from '../modules/keys/api-key-secret.writes.ts'
import { parseIpRange } from '../modules/keys/ip-range.ts'
import type { ServiceDetails } from '../modules/service-accounts/service-account.reads.ts'
import { parseName } from '../values/name.ts'
import { addCommand, addCommandGroup, optionParser, repeatableOptionParser } from './command.ts'
import type { Runner } from './runner.ts'
import { type Expiry, expiryOption, formatSecret, serviceScopesOption } from './values.ts'

export function addService(program: Command, runner: Runner): void {
  const service = addCommandGroup(program, 'service', {
    description: 'service accounts, which read figures of operation',
    example: 'service list',
  })
  for (const add of [addCreate, addList, addRoll, addRevoke]) add(service, runner)
}

interface CreateOptions {
  name: string
  scopes: ServiceScope[]
  allowIp: string[]
  expiresAt?: Expiry
}

function addCreate(service: Command, runner: Runner): void {
  addCommand(service, 'create', {
    description: 'create a service account and print its secret (shown only once)',
    example:
      'service create --name dashboards --scopes figures:requests,figures:accounts --allow-ip 10.20.0.0/16',
  })
    .requiredOption('--name <text>', 'name of the service account', optionParser(parseName))
    .addOption(serviceScopesOption().makeOptionMandatory())
    .requiredOption(
      '--allow-ip <range>',
      'allowed IP address or CIDR range (repeatable)',
      repeatableOptionParser(parseIpRange),
    )
    .addOption(expiryOption())
    .action(
      runner.withSchema(async ({ prisma }, { allowIp, expiresAt, ...options }: CreateOptions) => {
        const { createServiceAccount } = await import(
          '../modules/service-accounts/service-account.writes.ts'
        )
        const input = { ...options, allowedIps: allowIp, expiresAt: expiresAt?.at }
        const created = await createServiceAccount(prisma, input)
        const line = `Service account ${created.id} (${created.scopes.join(', ')})`
        return { json: created, lines: [line, ...formatSecret(created.secret)] }
      }),
    )
}

function addList(service: Command, runner: Runner): void {
  addCommand(service, 'list', {
    description: 'list the service accounts',
    example: 'service list',
  }).action(
    runner.withSchema(async ({ prisma }) => {
      const { listServiceAccounts } = await import(
        '../modules/service-accounts/service-account.reads.ts'
      )
      const data = await listServiceAccounts(prisma, await instantOf(prisma))
      const lines = data.map(formatAccount)
      return { json: { data }, lines: lines.length > 0 ? lines : ['No service accounts.'] }
    }),
  )
}

function formatAccount({ id, state, name, scopes, allowedIps }: ServiceDetails): string {
  return `${id}  ${state}  ${name}  ${scopes.join(',')}  ${allowedIps.join(',')}`
}

function addRoll(service: Command, runner: Runner): void {
  addCommand(service, 'roll <id>', {
    description: 'create a new secret for a service account and print it (shown only once)',
    example: 'service roll service_01M7… --overlap 24h',
  })
    .addOption(
      new Option('--overlap <time>', 'how long the old secret keeps working')
        .choices(Object.keys(OVERLAPS))
        .default('0'),
    )
    .action(
      runner.withSchema(
        async ({ prisma }, serviceId: string, { overlap }: { overlap: Overlap }) => {
          const { rollServiceAccount } = await import(
            '../modules/service-accounts/service-account.writes.ts'
          )
          const rolled = await rollServiceAccount(prisma, { serviceId, overlap })
          const oldSecret = `The old secret works until ${rolled.previousEndsAt.toISOString()}.`
          const lines = [`Service account ${serviceId}`, ...formatSecret(rolled.secret), oldSecret]
          return { json: rolled, lines }
        },
      ),
    )
}

function addRevoke(service: Command, runner: Runner): void {
  addCommand(service, 'revoke <id>', {
    description: 'revoke a service account (cannot be undone)',
    example: 'service revoke service_01M7…',
  }).action(
    runner.withSchema(async ({ prisma }, serviceId: string) => {
      const { revokeServiceAccount } = await import(
        '../modules/service-accounts/service-account.writes.ts'
      )
      const revoked = await revokeServiceAccount(prisma, serviceId)
      return { json: revoked, lines: [`Service account ${serviceId} is revoked.`] }
    }),
  )
}
