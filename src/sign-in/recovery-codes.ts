import { randomInt } from 'node:crypto'

// Without the letters and digits that look like others: i, l, o, 0 and 1. 15 of them are 74 bits.
const CHARACTERS = 'abcdefghjkmnpqrstuvwxyz23456789'
const CODES = 10
const GROUPS = 3
const GROUP_LENGTH = 5

/** New recovery codes, such as "7hk2p-wm4tq-xd9rn": they are read from paper, and typed. */
export function createRecoveryCodes(): string[] {
  return Array.from({ length: CODES }, () => Array.from({ length: GROUPS }, createGroup).join('-'))
}

function createGroup(): string {
  const pick = () => CHARACTERS.charAt(randomInt(CHARACTERS.length))
  return Array.from({ length: GROUP_LENGTH }, pick).join('')
}
