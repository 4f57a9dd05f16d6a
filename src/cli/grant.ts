import { type Command, Option } from 'commander'
import {
  type AssetFilter,
  NO_FILTER,
  parseAssetFilter,
  writtenForms,
} from '../access/asset-filter.ts'
import { instantOf } from '../database/clock.ts'
import { OPERATOR } from '../modules/audit/audit.writes.ts'
import { addCommand, addCommandGroup, optionParser, requireChange } from './command.ts'
import type { Runner } from './runner.ts'
import { type Expiry, expiryOption, scopesOption } from './values.ts'

export function addGrant(program: Command, runner: Runner): void {
  const grant = addCommandGroup(program, 'grant', {
    description: 'grants: which keys can read which portfolios',
    example: 'grant list --client user_01M7…',
  })
  for (const add of [addCreate, addList, addUpdate, addRevoke]) add(grant, runner)
}

function filterOption(): Option {
  return new Option('--filter <filter>', writtenForms()).argParser(optionParser(parseAssetFilter))
}

interface CreateOptions {
  key: string
  client: string
  scopes: string[]
  filter: AssetFilter
  expiresAt?: Expiry
}

function addCreate(grant: Command, runner: Runner): void {
  addCommand(grant, 'create', {
    description: "allow a key to read a client's portfolio",
    example:
      'grant create --key key_01M7… --client user_01M7… --scopes registry,valuation --filter category:PM,WT',
  })
    .requiredOption('--key <id>', 'the key')
    .requiredOption('--client <id>', 'the client')
    .addOption(scopesOption().makeOptionMandatory())
    .addOption(filterOption().default(NO_FILTER, 'all'))
    .addOption(expiryOption())
    .action(
      runner.withSchema(
        async ({ prisma }, { key, client, expiresAt, ...options }: CreateOptions) => {
          const { createGrant } = await import('../modules/grants/grant.writes.ts')
          const { describeGrant } = await import('../modules/grants/grant.reads.ts')
          const end = { expiresAt: expiresAt?.at }
          const input = { ...options, ...end, keyId: key, clientId: client }
          const created = await createGrant(prisma, OPERATOR, input)
          return {
            json: describeGrant(created, await instantOf(prisma)),
            lines: [`Grant ${created.id}`],
          }
        },
      ),
    )
}

function addList(grant: Command, runner: Runner): void {
  addCommand(grant, 'list', {
    description: 'list the grants of a client',
    example: 'grant list --client user_01M7…',
  })
    .requiredOption('--client <id>', 'the client')
    .action(
      runner.withSchema(async ({ prisma }, { client }: { client: string }) => {
        const { listGrants } = await import('../modules/grants/grant.reads.ts')
        const grants = await listGrants(prisma, client, await instantOf(prisma))
        const data = grants.map(({ key: _key, client: _client, ...grant }) => grant)
        const lines = data.map(
          ({ id, state, keyId, version, assetFilter, scopes }) =>
            `${id}  ${state}  ${keyId}  version ${version}  ${assetFilter}  ${scopes.join(',')}`,
        )
        return { json: { data }, lines: lines.length > 0 ? lines : ['No grants.'] }
      }),
    )
}

interface UpdateOptions {
  scopes?: string[]
  filter?: AssetFilter
  expiresAt?: Expiry
}

function addUpdate(grant: Command, runner: Runner): void {
  addCommand(grant, 'update <id>', {
    description: 'change a grant; options that are not given stay as they are',
    example: 'grant update grant_01M7… --scopes registry --expires-at 2027-01-01',
  })
    .addOption(scopesOption())
    .addOption(filterOption())
    .addOption(expiryOption())
    .hook('preAction', requireChange)
    .action(
      runner.withSchema(
        async ({ prisma }, grantId: string, { expiresAt, ...options }: UpdateOptions) => {
          const { updateGrant } = await import('../modules/grants/grant.writes.ts')
          const { describeGrant } = await import('../modules/grants/grant.reads.ts')
          const change = { ...options, expiresAt: expiresAt?.at, grantId }
          const grant = await updateGrant(prisma, OPERATOR, change)
          const lines = [`Grant ${grantId}: version ${grant.version}`]
          return { json: describeGrant(grant, await instantOf(prisma)), lines }
        },
      ),
    )
}

function addRevoke(grant: Command, runner: Runner): void {
  addCommand(grant, 'revoke <id>', {
    description: 'revoke a grant (cannot be undone)',
    example: 'grant revoke grant_01M7…',
  }).action(
    runner.withSchema(async ({ prisma }, grantId: string) => {
      const { revokeGrant } = await import('../modules/grants/grant-revocation.writes.ts')
      const { describeGrant } = await import('../modules/grants/grant.reads.ts')
      const grant = await revokeGrant(prisma, OPERATOR, { grantId })
      return {
        json: describeGrant(grant, await instantOf(prisma)),
        lines: [`Grant ${grantId} is revoked.`],
      }
    }),
  )
}
