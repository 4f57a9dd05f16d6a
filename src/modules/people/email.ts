import { GatewayError } from '../../errors.ts'

const LONGEST = 254
// One @, a dot in the domain, nothing invisible. Whether mail arrives is not ours to know.
const EMAIL =
  /^[^\s\p{C}@<>"(),;:\\[\]]{1,64}@[^\s\p{C}@<>"(),;:\\[\]]+\.[^\s\p{C}@<>"(),;:\\[\]]{2,}$/u

/** An address as it is kept: in lower case. Throws `invalid_parameter`. */
export function parseEmail(text: string): string {
  const email = text.trim().toLowerCase()
  if (email.length > LONGEST || !EMAIL.test(email)) {
    throw new GatewayError('invalid_parameter', 'email takes an address such as ada@example.com.')
  }
  return email
}
