import { z } from 'zod'
import { invalidParameter } from '../../errors.ts'
import { readHttpsAddress } from '../../values/https-address.ts'
import { isDate } from '../../values/instant.ts'
import { parseLine } from '../../values/text-rules.ts'

const MAX_LENGTH = 200

const Stored = z.object({
  /** An https address, serialized: a host in other letters is in its ASCII form. */
  website: z.string(),
  registration: z.string(),
  /** An email address or a phone number. */
  contact: z.string(),
  /** The day on which staff verified all of it. */
  verifiedOn: z.string(),
})

export type FirmIdentity = Readonly<z.output<typeof Stored>>

/** The identity of a firm from a stored column. Null: the firm is not verified. */
export function readIdentity(stored: unknown): FirmIdentity | null {
  return stored === null ? null : Stored.parse(stored)
}

/** Parses an identity that staff enter. Throws `invalid_parameter`. */
export function parseIdentity(input: FirmIdentity, now: Date): FirmIdentity {
  return {
    website: parseWebsite(input.website),
    registration: parseLine(input.registration, 'registration', MAX_LENGTH),
    contact: parseLine(input.contact, 'contact', MAX_LENGTH),
    verifiedOn: parseVerifiedOn(input.verifiedOn, now),
  }
}

/** The identity as a part of a consent: the members in one order, also if the stored column has another order. */
export function identityMembers(of: FirmIdentity): readonly string[] {
  return [of.website, of.registration, of.contact, of.verifiedOn]
}

/** Parses the address of a firm's website. Throws `invalid_parameter`. */
export function parseWebsite(text: string): string {
  const url = readHttpsAddress(text, MAX_LENGTH)
  if (url) return url.href
  throw invalidParameter(
    `website takes an https address of at most ${MAX_LENGTH} characters, without credentials, backslashes, spaces or a fragment, such as https://firm.example.`,
  )
}

function parseVerifiedOn(text: string, now: Date): string {
  if (isDate(text) && text <= now.toISOString().slice(0, 10)) return text
  throw invalidParameter(
    'verifiedOn takes a date of the calendar, YYYY-MM-DD, that is not in the future (UTC).',
  )
}
