import { type Command, Option } from 'commander'
import { invalidParameter } from '../errors.ts'
import { Plan, PlanState, Tier } from '../generated/prisma/enums.ts'
import { operator } from '../modules/audit/audit.writes.ts'
import { listFirms } from '../modules/firms/firm.reads.ts'
import {
  createFirm,
  type FirmChange,
  type NewFirm,
  updateFirm,
} from '../modules/firms/firm.writes.ts'
import { type FirmIdentity, parseWebsite } from '../modules/firms/firm-identity.ts'
import { parseDate } from '../values/instant.ts'
import { parseName } from '../values/text-rules.ts'
import { type CliCommand, listed, optionParser, requireChange } from './command.ts'

export const COMMANDS = [addCreate, addList, addUpdate, addIdentity]

function addCreate(firm: CliCommand): void {
  firm
    .add('create', 'create a firm', 'firm create --name "Hale Estates" --plan enterprise')
    .requiredOption('--name <text>', 'name of the firm', optionParser(parseName))
    .addOption(planOption().default('standard'))
    .addOption(tierOption().default('standard'))
    .onSchema(async ({ prisma }, options: NewFirm) => {
      const firm = await createFirm(operator(prisma), options)
      return { json: firm, lines: [`Firm ${firm.id}`] }
    })
}

function addList(firm: CliCommand): void {
  firm.add('list', 'list all firms', 'firm list').onPool(async ({ pool }) => {
    const columns = ['id', 'plan', 'planState', 'tier', 'name'] as const
    return listed(await listFirms(pool), columns, 'No firms.')
  })
}

function addUpdate(firm: CliCommand): void {
  firm
    .add(
      'update <id>',
      "change a firm's name, plan and tier; options that are not given stay as they are",
      'firm update firm_01M7… --plan-state past_due',
    )
    .option('--name <text>', 'name of the firm', optionParser(parseName))
    .addOption(planOption())
    .addOption(
      new Option(
        '--plan-state <state>',
        'while it is not active, keys keep reading, and cannot be created or changed',
      ).choices(Object.values(PlanState)),
    )
    .addOption(tierOption())
    .hook('preAction', requireChange)
    .onSchema(async ({ prisma }, firmId: string, change: Omit<FirmChange, 'firmId'>) => {
      const firm = await updateFirm(operator(prisma), { ...change, firmId })
      const { name, plan, planState, tier } = firm
      const line = `Firm ${firmId}: ${name}, ${plan}, ${planState}, tier ${tier}`
      return { json: firm, lines: [line] }
    })
}

function planOption(): Option {
  return new Option('--plan <plan>', 'API keys require enterprise').choices(Object.values(Plan))
}

function tierOption(): Option {
  return new Option('--tier <tier>', 'rate limit tier of its production keys').choices(
    Object.values(Tier),
  )
}

interface IdentityOptions extends Partial<Omit<FirmIdentity, 'verifiedOn'>> {
  readonly verified?: string
  readonly clear?: true
}

function addIdentity(firm: CliCommand): void {
  firm
    .add(
      'identity <id>',
      'set who a firm is, as you have verified it; clients read it before they approve',
      'firm identity firm_01M7… --website https://hale.example --registration "Companies House 01234567" --contact office@hale.example --verified 2026-11-20',
    )
    .option('--website <url>', 'https address', optionParser(parseWebsite))
    .option('--registration <text>', 'register and number', lineParser('registration'))
    .option('--contact <text>', 'email address or phone number', lineParser('contact'))
    .option('--verified <date>', 'day on which you verified all of it', optionParser(parseDay))
    .option('--clear', 'remove the identity: the firm is not verified')
    .hook('preAction', requireAllOrClear)
    .onSchema(async ({ prisma }, firmId: string, options: IdentityOptions) => {
      const { setFirmIdentity } = await import('../modules/firms/firm-identity.writes.ts')
      const identity = identityOf(options)
      const firm = await setFirmIdentity(operator(prisma), { firmId, identity })
      return { json: firm, lines: [describe(firm)] }
    })
}

// `parseName` has the length of these lines.
function lineParser(name: string) {
  return optionParser((text) => parseName(text, name))
}

function parseDay(text: string): string {
  const day = parseDate(text)
  if (day !== null) return day
  throw invalidParameter('Must be a date such as 2026-11-20.')
}

function requireAllOrClear(command: Command): void {
  const options = command.opts<IdentityOptions>()
  const { website, registration, contact, verified, clear } = options
  const given = [website, registration, contact, verified].filter((each) => each !== undefined)
  if (clear ? given.length === 0 : given.length === 4) return
  command.error(
    'error: give all of --website, --registration, --contact, --verified, or --clear alone',
  )
}

function identityOf(options: IdentityOptions): FirmIdentity | null {
  const { website, registration, contact, verified: verifiedOn } = options
  if (!website || !registration || !contact || !verifiedOn) return null
  return { website, registration, contact, verifiedOn }
}

function describe(firm: { readonly id: string; readonly identity: FirmIdentity | null }): string {
  if (!firm.identity) return `Firm ${firm.id}: not verified`
  const { website, registration, contact, verifiedOn } = firm.identity
  return `Firm ${firm.id}: ${website}, ${registration}, ${contact}, verified on ${verifiedOn}`
}
