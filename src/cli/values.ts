import { Option } from 'commander'
import { parseNames, SCOPES } from '../access/scopes.ts'
import { invalidParameter } from '../errors.ts'
import { OVERLAPS } from '../modules/keys/api-key-secret.writes.ts'
import { parseIpRange } from '../modules/keys/ip-range.ts'
import { parseEmail } from '../modules/people/email.ts'
import { MAX_REASON_LENGTH } from '../modules/people/locked-out.ts'
import type { Who } from '../modules/people/person.writes.ts'
import { isId } from '../values/ids.ts'
import { ACCEPTED_INSTANT, parseInstant } from '../values/instant.ts'
import { parseLine, parseName } from '../values/text-rules.ts'
import { type CliCommand, optionParser } from './command.ts'

/** Adds the options for the name and the email of a new user. */
export function addPersonOptions(command: CliCommand): CliCommand {
  return command
    .requiredOption('--name <text>', 'full name', optionParser(parseName))
    .requiredOption('--email <address>', 'email address (must be unique)', optionParser(parseEmail))
}

/** The option takes scopes with commas between them. `preset` says which a command takes without the option. */
export function scopesOption(accepted: readonly string[] = SCOPES, preset = ''): Option {
  const namesIn = (text: string) => text.split(',').map((name) => name.trim())
  const parse = optionParser((text) => parseNames(accepted, namesIn(text)))
  return new Option('--scopes <list>', `of ${accepted.join(', ')}${preset}`).argParser(parse)
}

/** The option can be given several times. */
export function allowIpOption(): Option {
  const parse = optionParser(parseIpRange)
  return new Option(
    '--allow-ip <range>',
    'allowed IP address or CIDR range (repeatable)',
  ).argParser((text: string, previous: string[] = []) => [...previous, parse(text)])
}

/** The value of `--expires-at`; null means never. An object, because commander ignores a null value. */
export interface Expiry {
  readonly at: Date | null
}

export function expiryOption(): Option {
  const description = 'an ISO 8601 instant, a date (midnight UTC), or never'
  return new Option('--expires-at <time>', description).argParser(optionParser(parseExpiry))
}

function parseExpiry(text: string): Expiry {
  const at = text === 'never' ? null : parseInstant(text)
  if (at || text === 'never') return { at }
  throw invalidParameter(`Must be ${ACCEPTED_INSTANT}, or never.`)
}

export function formatSecret(secret: string): string[] {
  return [secret, 'Save it now. It is not shown again.']
}

export function overlapOption(): Option {
  const description = 'how long the old secret keeps working'
  return new Option('--overlap <time>', description).choices(Object.keys(OVERLAPS)).default('0')
}

/** The lines that show the new secret of a roll, and the end of the old one. */
export function formatRoll({ secret, previousEndsAt }: { secret: string; previousEndsAt: Date }) {
  return [...formatSecret(secret), `The old secret works until ${previousEndsAt.toISOString()}.`]
}

/** Parses the option `--reason`. Throws `invalid_parameter`. */
export function parseReason(text: string): string {
  return parseLine(text, 'reason', MAX_REASON_LENGTH)
}

/** Parses the id or the email of a user. Throws `invalid_parameter`. */
export function parseWho(text: string): Who {
  return isId('user', text) ? { userId: text } : { email: parseEmail(text) }
}
