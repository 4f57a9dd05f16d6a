import { z } from 'zod'
import { invalidParameter } from '../../errors.ts'
import { lowerAscii } from '../../values/text.ts'

const MAX_LENGTH = 254
const MAX_LOCAL_PART = 64
// Sign-in makes the same check. It does not check whether mail arrives.
const ADDRESS = z.email()

/** An email in the form in which it is stored and compared. */
export function normalizeEmail(text: string): string {
  return lowerAscii(text.trim())
}

/** An address as it is stored: in lower case. Throws `invalid_parameter`. */
export function parseEmail(text: string): string {
  const email = normalizeEmail(text)
  const short = email.length <= MAX_LENGTH && email.indexOf('@') <= MAX_LOCAL_PART
  if (!short || !ADDRESS.safeParse(email).success) {
    throw invalidParameter('email takes an address such as ada@example.com.')
  }
  return email
}
