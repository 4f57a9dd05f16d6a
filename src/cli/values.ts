import { Option } from 'commander'
import { DEFAULT_TOKEN_SCOPES, SERVICE_SCOPES, TOKEN_SCOPES } from '../access/caller.ts'
import { parseNames, parseScopes, SCOPES } from '../access/scopes.ts'
import { invalidParameter } from '../errors.ts'
import { OVERLAPS } from '../modules/keys/api-key-secret.writes.ts'
import { parseEmail } from '../modules/people/email.ts'
import { MAX_REASON_LENGTH } from '../modules/people/locked-out.ts'
import type { Who } from '../modules/people/person.writes.ts'
import { isId } from '../values/ids.ts'
import { ACCEPTED_INSTANT, parseInstant } from '../values/instant.ts'
import { parseLine } from '../values/name.ts'
import { optionParser } from './command.ts'

export function scopesOption(): Option {
  return scopeListOption(`of ${SCOPES.join(', ')}`, parseScopes)
}

export function tokenScopesOption(): Option {
  const description = `of ${TOKEN_SCOPES.join(', ')}; default ${DEFAULT_TOKEN_SCOPES.join(', ')}`
  return scopeListOption(description, (names) => parseNames(TOKEN_SCOPES, names))
}

export function serviceScopesOption(): Option {
  return scopeListOption(`of ${SERVICE_SCOPES.join(', ')}`, (names) =>
    parseNames(SERVICE_SCOPES, names),
  )
}

function scopeListOption(description: string, parse: (names: string[]) => unknown): Option {
  const parseList = (text: string) => parse(text.split(',').map((name) => name.trim()))
  return new Option('--scopes <list>', description).argParser(optionParser(parseList))
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
