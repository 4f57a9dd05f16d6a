import { z } from 'zod'
import { GatewayError } from '../../errors.ts'

const LONGEST = 254
const LONGEST_NAME = 64
// What sign-in takes for an address. Whether mail arrives is not ours to know.
const ADDRESS = z.email()

/** An address as it is kept: in lower case. Throws `invalid_parameter`. */
export function parseEmail(text: string): string {
  const email = text.trim().toLowerCase()
  const short = email.length <= LONGEST && email.indexOf('@') <= LONGEST_NAME
  if (!short || !ADDRESS.safeParse(email).success) {
    throw new GatewayError('invalid_parameter', 'email takes an address such as ada@example.com.')
  }
  return email
}
