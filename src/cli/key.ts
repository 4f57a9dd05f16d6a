import { Argument, type Command, Option } from 'commander'
import type { Environment, Tier } from '../generated/prisma/client.ts'
import { OPERATOR } from '../modules/audit/audit.writes.ts'
import { parseIpRange } from '../modules/partner-access/ip-range.ts'
import { OVERLAPS, type Overlap } from '../modules/partner-access/overlap.ts'
import { parseName } from '../values/name.ts'
import { accept, acceptEach, addCommand, addNoun } from './command.ts'
import type { Runner } from './runner.ts'
import {
  ENVIRONMENTS,
  type Expiry,
  expiryOption,
  formatSecret,
  scopesOption,
  TIERS,
} from './values.ts'

/** Stands for no tier of the key's own. */
const AS_FIRM = 'firm'

export function addKey(program: Command, runner: Runner): void {
  const key = addNoun(program, 'key', {
    does: 'the API keys of a firm',
    example: 'key list --firm firm_01M7…',
  })
  for (const add of [addCreate, addList, addRoll, addRevoke, addTier]) add(key, runner)
}

interface CreateOptions {
  firm: string
  name: string
  environment: Environment
  scopes: string[]
  expiresAt?: Expiry
  allowIp?: string[]
}

function addCreate(key: Command, runner: Runner): void {
  addCommand(key, 'create', {
    does: 'create a key and print its secret, once',
    example:
      'key create --firm firm_01M7… --name reports --environment production --scopes registry,valuation',
  })
    .requiredOption('--firm <id>', 'whose key it is')
    .requiredOption('--name <text>', 'its name', accept(parseName))
    .addOption(
      new Option('--environment <name>', 'of the clients it may read')
        .choices(ENVIRONMENTS)
        .makeOptionMandatory(),
    )
    .addOption(scopesOption().makeOptionMandatory())
    .addOption(expiryOption())
    .option('--allow-ip <range>', 'address or CIDR, repeatable', acceptEach(parseIpRange))
    .action(
      runner.withSchema(
        async ({ prisma }, { firm, allowIp, expiresAt, ...options }: CreateOptions) => {
          const { createKey } = await import('../modules/partner-access/api-key.writes.ts')
          const end = { expiresAt: expiresAt?.at }
          const input = { ...options, ...end, firmId: firm, allowedIps: allowIp ?? [] }
          const created = await createKey(prisma, OPERATOR, input)
          return { members: created, lines: [`Key ${created.id}`, ...formatSecret(created.secret)] }
        },
      ),
    )
}

function addList(key: Command, runner: Runner): void {
  addCommand(key, 'list', {
    does: 'list the keys of a firm',
    example: 'key list --firm firm_01M7…',
  })
    .requiredOption('--firm <id>', 'whose keys')
    .action(
      runner.withSchema(async ({ prisma }, { firm }: { firm: string }) => {
        const { describeKey, listKeys } = await import(
          '../modules/partner-access/api-key-list.reads.ts'
        )
        const now = new Date()
        const data = (await listKeys(prisma, firm)).map((row) => describeKey(row, now))
        const lines = data.map(
          ({ id, state, environment, name, scopes }) =>
            `${id}  ${state}  ${environment}  ${name}  ${scopes.join(',')}`,
        )
        return { members: { data }, lines: lines.length > 0 ? lines : ['No keys.'] }
      }),
    )
}

function addRoll(key: Command, runner: Runner): void {
  addCommand(key, 'roll <id>', {
    does: 'give a key a new secret and print it, once',
    example: 'key roll key_01M7… --overlap 24h',
  })
    .addOption(
      new Option('--overlap <time>', 'how long the old secret goes on working')
        .choices(Object.keys(OVERLAPS))
        .default('0'),
    )
    .action(
      runner.withSchema(async ({ prisma }, keyId: string, { overlap }: { overlap: Overlap }) => {
        const { rollKey } = await import('../modules/partner-access/api-key-secret.writes.ts')
        const rolled = await rollKey(prisma, OPERATOR, { keyId, overlap })
        const ends = `The old secret works until ${rolled.previousEndsAt.toISOString()}.`
        const lines = [`Key ${keyId}`, ...formatSecret(rolled.secret), ends]
        return { members: rolled, lines }
      }),
    )
}

function addRevoke(key: Command, runner: Runner): void {
  addCommand(key, 'revoke <id>', {
    does: 'end a key for good',
    example: 'key revoke key_01M7…',
  }).action(
    runner.withSchema(async ({ prisma }, keyId: string) => {
      const { revokeKey } = await import('../modules/partner-access/api-key-secret.writes.ts')
      const revoked = await revokeKey(prisma, OPERATOR, { keyId })
      return { members: revoked, lines: [`Key ${keyId} is revoked.`] }
    }),
  )
}

function addTier(key: Command, runner: Runner): void {
  addCommand(key, 'tier <id>', {
    does: "set how many requests a minute a key has, instead of its firm's",
    example: 'key tier key_01M7… elevated',
  })
    .addArgument(new Argument('<tier>', `${AS_FIRM}: none of its own`).choices([...TIERS, AS_FIRM]))
    .action(
      runner.withSchema(async ({ prisma }, keyId: string, tier: Tier | typeof AS_FIRM) => {
        const { setTier } = await import('../modules/partner-access/api-key.writes.ts')
        const input = { keyId, tier: tier === AS_FIRM ? null : tier }
        const changed = await setTier(prisma, OPERATOR, input)
        return { members: changed, lines: [`Key ${keyId}: ${changed.tier ?? "as the firm's"}`] }
      }),
    )
}
