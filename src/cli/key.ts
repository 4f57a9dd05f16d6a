import { Argument, type Command, Option } from 'commander'
import { instantOf } from '../database/clock.ts'
import { Environment, Tier } from '../generated/prisma/enums.ts'
import { OPERATOR } from '../modules/audit/audit.writes.ts'
import { OVERLAPS, type Overlap } from '../modules/keys/api-key-secret.writes.ts'
import { parseIpRange } from '../modules/keys/ip-range.ts'
import { parseName } from '../values/name.ts'
import { addCommand, addCommandGroup, optionParser, repeatableOptionParser } from './command.ts'
import type { Runner } from './runner.ts'
import { type Expiry, expiryOption, formatSecret, scopesOption } from './values.ts'

/** The argument that removes a key's own tier, so that the firm's applies. */
const AS_FIRM = 'firm'

export function addKey(program: Command, runner: Runner): void {
  const key = addCommandGroup(program, 'key', {
    description: 'API keys of a firm',
    example: 'key list --firm firm_01M7…',
  })
  for (const add of [addCreate, addList, addRoll, addRevoke, addTier, addDocumentsLimit, addLinks])
    add(key, runner)
}

interface CreateOptions {
  firm: string
  name: string
  environment: Environment
  scopes: string[]
  expiresAt?: Expiry
  allowIp?: string[]
  createsLinks?: boolean
}

function addCreate(key: Command, runner: Runner): void {
  addCommand(key, 'create', {
    description: 'create a key and print its secret (shown only once)',
    example:
      'key create --firm firm_01M7… --name reports --environment production --scopes registry,valuation',
  })
    .requiredOption('--firm <id>', 'the firm that owns the key')
    .requiredOption('--name <text>', 'name of the key', optionParser(parseName))
    .addOption(
      new Option('--environment <name>', 'environment of the clients that it can read')
        .choices(Object.values(Environment))
        .makeOptionMandatory(),
    )
    .addOption(scopesOption().makeOptionMandatory())
    .addOption(expiryOption())
    .option(
      '--allow-ip <range>',
      'allowed IP address or CIDR range (repeatable)',
      repeatableOptionParser(parseIpRange),
    )
    .option('--creates-links', 'let the key create connection links by itself')
    .action(
      runner.withSchema(
        async ({ prisma }, { firm, allowIp, expiresAt, ...options }: CreateOptions) => {
          const { createKey } = await import('../modules/keys/api-key.writes.ts')
          const end = { expiresAt: expiresAt?.at }
          const input = { ...options, ...end, firmId: firm, allowedIps: allowIp ?? [] }
          const created = await createKey(prisma, OPERATOR, input)
          return { json: created, lines: [`Key ${created.id}`, ...formatSecret(created.secret)] }
        },
      ),
    )
}

function addList(key: Command, runner: Runner): void {
  addCommand(key, 'list', {
    description: 'list the keys of a firm',
    example: 'key list --firm firm_01M7…',
  })
    .requiredOption('--firm <id>', 'the firm')
    .action(
      runner.withSchema(async ({ prisma }, { firm }: { firm: string }) => {
        const { listKeys } = await import('../modules/keys/api-key.reads.ts')
        const keys = await listKeys(prisma, firm, await instantOf(prisma))
        const data = keys.map(({ firm: _firm, secrets, ...key }) => ({
          ...key,
          references: secrets.map(({ reference }) => reference).reverse(),
        }))
        const lines = data.map(
          ({ id, state, environment, name, scopes }) =>
            `${id}  ${state}  ${environment}  ${name}  ${scopes.join(',')}`,
        )
        return { json: { data }, lines: lines.length > 0 ? lines : ['No keys.'] }
      }),
    )
}

function addRoll(key: Command, runner: Runner): void {
  addCommand(key, 'roll <id>', {
    description: 'create a new secret for a key and print it (shown only once)',
    example: 'key roll key_01M7… --overlap 24h',
  })
    .addOption(
      new Option('--overlap <time>', 'how long the old secret keeps working')
        .choices(Object.keys(OVERLAPS))
        .default('0'),
    )
    .action(
      runner.withSchema(async ({ prisma }, keyId: string, { overlap }: { overlap: Overlap }) => {
        const { rollKey } = await import('../modules/keys/api-key-secret.writes.ts')
        const rolled = await rollKey(prisma, OPERATOR, { keyId, overlap })
        const oldSecret = `The old secret works until ${rolled.previousEndsAt.toISOString()}.`
        const lines = [`Key ${keyId}`, ...formatSecret(rolled.secret), oldSecret]
        return { json: rolled, lines }
      }),
    )
}

function addRevoke(key: Command, runner: Runner): void {
  addCommand(key, 'revoke <id>', {
    description: 'revoke a key (cannot be undone)',
    example: 'key revoke key_01M7…',
  }).action(
    runner.withSchema(async ({ prisma }, keyId: string) => {
      const { revokeKey } = await import('../modules/keys/api-key-secret.writes.ts')
      const revoked = await revokeKey(prisma, OPERATOR, { keyId })
      return { json: revoked, lines: [`Key ${keyId} is revoked.`] }
    }),
  )
}

function addTier(key: Command, runner: Runner): void {
  addCommand(key, 'tier <id>', {
    description: "set a key's own rate limit tier, in place of its firm's",
    example: 'key tier key_01M7… elevated',
  })
    .addArgument(
      new Argument('<tier>', `${AS_FIRM}: use the tier of the firm`).choices([
        ...Object.values(Tier),
        AS_FIRM,
      ]),
    )
    .action(
      runner.withSchema(async ({ prisma }, keyId: string, tier: Tier | typeof AS_FIRM) => {
        const { setTier } = await import('../modules/keys/api-key-limits.writes.ts')
        const input = { keyId, tier: tier === AS_FIRM ? null : tier }
        const changed = await setTier(prisma, OPERATOR, input)
        return { json: changed, lines: [`Key ${keyId}: ${changed.tier ?? "the firm's tier"}`] }
      }),
    )
}

const DOCUMENTS = ['any', 'trusted'] as const

function addDocumentsLimit(key: Command, runner: Runner): void {
  addCommand(key, 'documents <id>', {
    description: 'set which GraphQL documents a key may run',
    example: 'key documents key_01M7… trusted',
  })
    .addArgument(
      new Argument('<documents>', 'trusted: only those of `documents add`').choices(DOCUMENTS),
    )
    .action(
      runner.withSchema(
        async ({ prisma }, keyId: string, documents: (typeof DOCUMENTS)[number]) => {
          const { limitDocuments } = await import('../modules/keys/api-key-limits.writes.ts')
          const input = { keyId, trustedDocumentsOnly: documents === 'trusted' }
          const changed = await limitDocuments(prisma, OPERATOR, input)
          return { json: changed, lines: [`Key ${keyId}: ${documents} documents`] }
        },
      ),
    )
}

const LINKS = ['allowed', 'denied'] as const

function addLinks(key: Command, runner: Runner): void {
  addCommand(key, 'links <id>', {
    description:
      'set whether a key creates connection links by itself; `denied` revokes those that are open',
    example: 'key links key_01M7… allowed',
  })
    .addArgument(new Argument('<links>', 'whether it may').choices(LINKS))
    .action(
      runner.withSchema(async ({ prisma }, keyId: string, links: (typeof LINKS)[number]) => {
        const { updateKey } = await import('../modules/keys/api-key.writes.ts')
        const input = { keyId, createsLinks: links === 'allowed' }
        const { id, firmId, createsLinks } = await updateKey(prisma, OPERATOR, input)
        return { json: { id, firmId, createsLinks }, lines: [`Key ${keyId}: links ${links}`] }
      }),
    )
}
