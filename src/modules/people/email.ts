import { z } from 'zod'
import { GatewayError } from '../../errors.ts'

const MAX_LENGTH = 254
const MAX_LOCAL_PART = 64
// The check that sign-in makes. Whether mail arrives is not checked.
const ADDRESS = z.email()

/** The form of an email in the database, in which emails are compared. */
export function normalizeEmail(text: string): string {
  return text.trim().toLowerCase()
}

/** An address as it is stored: in lower case. Throws `invalid_parameter`. */
export function parseEmail(text: string): string {
  const email = normalizeEmail(text)
  const short = email.length <= MAX_LENGTH && email.indexOf('@') <= MAX_LOCAL_PART
  if (!short || !ADDRESS.safeParse(email).success) {
    throw new GatewayError('invalid_parameter', 'email takes an address such as ada@example.com.')
  }
  return email
}
