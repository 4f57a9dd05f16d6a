import type { Command } from 'commander'
import { GatewayError } from '../errors.ts'
import { OPERATOR } from '../modules/audit/audit.writes.ts'
import { type FirmIdentity, parseWebsite } from '../modules/firms/firm-identity.ts'
import { parseDate } from '../values/instant.ts'
import { parseName } from '../values/name.ts'
import { addCommand, optionParser } from './command.ts'
import type { Runner } from './runner.ts'

interface IdentityOptions {
  readonly website?: string
  readonly registration?: string
  readonly contact?: string
  readonly verified?: string
  readonly clear?: true
}

export function addIdentity(firm: Command, runner: Runner): void {
  addCommand(firm, 'identity <id>', {
    description: 'set who a firm is, as you have verified it; clients read it before they approve',
    example:
      'firm identity firm_01M7… --website https://hale.example --registration "Companies House 01234567" --contact office@hale.example --verified 2026-11-20',
  })
    .option('--website <url>', 'https address', optionParser(parseWebsite))
    .option('--registration <text>', 'register and number', lineParser('registration'))
    .option('--contact <text>', 'email address or phone number', lineParser('contact'))
    .option('--verified <date>', 'day on which you verified all of it', optionParser(parseDay))
    .option('--clear', 'remove the identity: the firm is not verified')
    .hook('preAction', requireAllOrClear)
    .action(
      runner.withSchema(async ({ prisma }, firmId: string, options: IdentityOptions) => {
        const { setFirmIdentity } = await import('../modules/firms/firm-identity.writes.ts')
        const identity = identityOf(options)
        const firm = await setFirmIdentity(prisma, OPERATOR, { firmId, identity })
        return { json: firm, lines: [describe(firm)] }
      }),
    )
}

// `parseName` has the length of these lines.
function lineParser(name: string) {
  return optionParser((text) => parseName(text, name))
}

function parseDay(text: string): string {
  const day = parseDate(text)
  if (day !== null) return day
  throw new GatewayError('invalid_parameter', 'Must be a date such as 2026-11-20.')
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
