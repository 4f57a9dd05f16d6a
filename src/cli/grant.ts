import { Option } from 'commander'
import { NO_FILTER, parseAssetFilter, writtenForms } from '../access/asset-filter.ts'
import { instantOf } from '../database/clock.ts'
import type { Grant, PrismaClient } from '../generated/prisma/client.ts'
import { operator } from '../modules/audit/audit.writes.ts'
import { describeGrant, listGrants } from '../modules/grants/grant.reads.ts'
import { createGrant, type NewGrant, updateGrant } from '../modules/grants/grant.writes.ts'
import { revokeGrant } from '../modules/grants/grant-revocation.writes.ts'
import {
  type CliCommand,
  type CommandResult,
  listed,
  optionParser,
  requireChange,
} from './command.ts'
import { type Expiry, expiryOption, scopesOption } from './values.ts'

export const COMMANDS = [addCreate, addList, addUpdate, addRevoke]

function filterOption(): Option {
  return new Option('--filter <filter>', writtenForms()).argParser(optionParser(parseAssetFilter))
}

async function resultOf(prisma: PrismaClient, grant: Grant, line: string): Promise<CommandResult> {
  return { json: describeGrant(grant, await instantOf(prisma)), lines: [line] }
}

interface CreateOptions extends Pick<NewGrant, 'scopes' | 'filter'> {
  readonly key: string
  readonly client: string
  readonly expiresAt?: Expiry
}

function addCreate(grant: CliCommand): void {
  grant
    .add(
      'create',
      "allow a key to read a client's portfolio",
      'grant create --key key_01M7… --client user_01M7… --scopes registry,valuation --filter category:PM,WT',
    )
    .requiredOption('--key <id>', 'the key')
    .requiredOption('--client <id>', 'the client')
    .addOption(scopesOption().makeOptionMandatory())
    .addOption(filterOption().default(NO_FILTER, 'all'))
    .addOption(expiryOption())
    .onSchema(async ({ prisma }, { key, client, expiresAt, ...options }: CreateOptions) => {
      const input = { ...options, expiresAt: expiresAt?.at, keyId: key, clientId: client }
      const created = await createGrant(operator(prisma), input)
      return resultOf(prisma, created, `Grant ${created.id}`)
    })
}

function addList(grant: CliCommand): void {
  grant
    .add('list', 'list the grants of a client', 'grant list --client user_01M7…')
    .requiredOption('--client <id>', 'the client')
    .onSchema(async ({ prisma }, { client }: { client: string }) => {
      const grants = await listGrants(prisma, client, await instantOf(prisma))
      const data = grants.map(({ key: _key, client: _client, ...grant }) => grant)
      return listed(
        data,
        ({ id, state, keyId, version, assetFilter, scopes }) =>
          `${id}  ${state}  ${keyId}  version ${version}  ${assetFilter}  ${scopes.join(',')}`,
        'No grants.',
      )
    })
}

type UpdateOptions = Partial<Omit<CreateOptions, 'key' | 'client'>>

function addUpdate(grant: CliCommand): void {
  grant
    .add(
      'update <id>',
      'change a grant; options that are not given stay as they are',
      'grant update grant_01M7… --scopes registry --expires-at 2027-01-01',
    )
    .addOption(scopesOption())
    .addOption(filterOption())
    .addOption(expiryOption())
    .hook('preAction', requireChange)
    .onSchema(async ({ prisma }, grantId: string, { expiresAt, ...options }: UpdateOptions) => {
      const change = { ...options, expiresAt: expiresAt?.at, grantId }
      const grant = await updateGrant(operator(prisma), change)
      return resultOf(prisma, grant, `Grant ${grantId}: version ${grant.version}`)
    })
}

function addRevoke(grant: CliCommand): void {
  grant
    .add('revoke <id>', 'revoke a grant (cannot be undone)', 'grant revoke grant_01M7…')
    .onSchema(async ({ prisma }, grantId: string) => {
      const grant = await revokeGrant(operator(prisma), { grantId })
      return resultOf(prisma, grant, `Grant ${grantId} is revoked.`)
    })
}
