import { Argument, Option } from 'commander'
import { instantOf } from '../database/clock.ts'
import { Environment, Tier } from '../generated/prisma/enums.ts'
import { operator } from '../modules/audit/audit.writes.ts'
import { listKeys } from '../modules/keys/api-key.reads.ts'
import {
  createKey,
  limitDocuments,
  type NewKey,
  setTier,
  updateKey,
} from '../modules/keys/api-key.writes.ts'
import { type Overlap, revokeKey, rollKey } from '../modules/keys/api-key-secret.writes.ts'
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

/** The argument that removes a key's own tier, so that the firm's applies. */
const AS_FIRM = 'firm'
const TIERS = [...Object.values(Tier), AS_FIRM]

export const COMMANDS = [
  addCreate,
  addList,
  addRoll,
  addRevoke,
  addTier,
  addDocumentsLimit,
  addLinks,
]

interface CreateOptions extends Omit<NewKey, 'firmId' | 'expiresAt' | 'allowedIps'> {
  readonly firm: string
  readonly expiresAt?: Expiry
  readonly allowIp?: string[]
}

function addCreate(key: CliCommand): void {
  key
    .add(
      'create',
      'create a key and print its secret (shown only once)',
      'key create --firm firm_01M7… --name reports --environment production --scopes registry,valuation',
    )
    .requiredOption('--firm <id>', 'the firm that owns the key')
    .requiredOption('--name <text>', 'name of the key', optionParser(parseName))
    .addOption(
      new Option('--environment <name>', 'environment of the clients that it can read')
        .choices(Object.values(Environment))
        .makeOptionMandatory(),
    )
    .addOption(scopesOption().makeOptionMandatory())
    .addOption(expiryOption())
    .addOption(allowIpOption())
    .option('--creates-links', 'let the key create connection links by itself')
    .onSchema(async ({ prisma }, { firm, allowIp, expiresAt, ...options }: CreateOptions) => {
      const terms = { expiresAt: expiresAt?.at, allowedIps: allowIp ?? [] }
      const created = await createKey(operator(prisma), { ...options, ...terms, firmId: firm })
      return { json: created, lines: [`Key ${created.id}`, ...formatSecret(created.secret)] }
    })
}

function addList(key: CliCommand): void {
  key
    .add('list', 'list the keys of a firm', 'key list --firm firm_01M7…')
    .requiredOption('--firm <id>', 'the firm')
    .onSchema(async ({ prisma }, { firm }: { firm: string }) => {
      const keys = await listKeys(prisma, firm, await instantOf(prisma))
      const data = keys.map(({ firm: _firm, secrets, ...key }) => ({
        ...key,
        references: secrets.map(({ reference }) => reference).reverse(),
      }))
      return listed(data, ['id', 'state', 'environment', 'name', 'scopes'], 'No keys.')
    })
}

function addRoll(key: CliCommand): void {
  key
    .add(
      'roll <id>',
      'create a new secret for a key and print it (shown only once)',
      'key roll key_01M7… --overlap 24h',
    )
    .addOption(overlapOption())
    .onSchema(async ({ prisma }, keyId: string, { overlap }: { overlap: Overlap }) => {
      const rolled = await rollKey(operator(prisma), { keyId, overlap })
      return { json: rolled, lines: [`Key ${keyId}`, ...formatRoll(rolled)] }
    })
}

function addRevoke(key: CliCommand): void {
  key
    .add('revoke <id>', 'revoke a key (cannot be undone)', 'key revoke key_01M7…')
    .onSchema(async ({ prisma }, keyId: string) => {
      const revoked = await revokeKey(operator(prisma), { keyId })
      return { json: revoked, lines: [`Key ${keyId} is revoked.`] }
    })
}

function addTier(key: CliCommand): void {
  key
    .add(
      'tier <id>',
      "set a key's own rate limit tier, in place of its firm's",
      'key tier key_01M7… elevated',
    )
    .addArgument(new Argument('<tier>', `${AS_FIRM}: use the tier of the firm`).choices(TIERS))
    .onSchema(async ({ prisma }, keyId: string, tier: Tier | typeof AS_FIRM) => {
      const input = { keyId, tier: tier === AS_FIRM ? null : tier }
      const changed = await setTier(operator(prisma), input)
      return { json: changed, lines: [`Key ${keyId}: ${changed.tier ?? "the firm's tier"}`] }
    })
}

const DOCUMENTS = ['any', 'trusted'] as const

function addDocumentsLimit(key: CliCommand): void {
  key
    .add(
      'documents <id>',
      'set which GraphQL documents a key may run',
      'key documents key_01M7… trusted',
    )
    .addArgument(
      new Argument('<documents>', 'trusted: only those of `documents add`').choices(DOCUMENTS),
    )
    .onSchema(async ({ prisma }, keyId: string, documents: (typeof DOCUMENTS)[number]) => {
      const input = { keyId, trustedDocumentsOnly: documents === 'trusted' }
      const changed = await limitDocuments(operator(prisma), input)
      return { json: changed, lines: [`Key ${keyId}: ${documents} documents`] }
    })
}

const LINKS = ['allowed', 'denied'] as const
const RETURN_ADDRESSES =
  'The return addresses of its links are entered in the portal: Edit, on the page of the key.'

function addLinks(key: CliCommand): void {
  key
    .add(
      'links <id>',
      'set whether a key creates connection links by itself; `denied` revokes those that are open',
      'key links key_01M7… allowed',
    )
    .addArgument(new Argument('<links>', 'whether it may').choices(LINKS))
    .onSchema(async ({ prisma }, keyId: string, links: (typeof LINKS)[number]) => {
      const input = { keyId, createsLinks: links === 'allowed' }
      const { id, firmId, createsLinks } = await updateKey(operator(prisma), input)
      const lines = [`Key ${keyId}: links ${links}`, ...(createsLinks ? [RETURN_ADDRESSES] : [])]
      return { json: { id, firmId, createsLinks }, lines }
    })
}
