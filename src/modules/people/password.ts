import { invalidParameter } from '../../errors.ts'
import type { PrismaClient, User } from '../../generated/prisma/client.ts'
import { findPredictability, type Predictability } from './password-strength.ts'

const MIN_LENGTH = 12
const MAX_LENGTH = 128
/** The maximum length of a password in UTF-16 code units: a character has at most two. */
export const MAX_CODE_UNITS = 2 * MAX_LENGTH
const PRODUCT = 'orangery'

const REASONS: Readonly<Record<Predictability, string>> = {
  repeats: 'It repeats a few characters.',
  sequence: 'It follows the alphabet, a count, or the keys of a keyboard.',
  own: 'It is made of your name, your email, or the name of this service.',
  common: 'It is made of words that are among the most used passwords.',
}

/** A password of an allowed length: 12 to 128 characters of any kind. Throws `invalid_parameter`. */
export function parsePassword(text: string, parameter = 'password'): string {
  const length = text.length <= MAX_CODE_UNITS ? [...text].length : Number.POSITIVE_INFINITY
  const writable = !/[\p{Cs}\0]/u.test(text)
  if (length >= MIN_LENGTH && length <= MAX_LENGTH && writable) return text
  throw invalidParameter(`${parameter} takes ${MIN_LENGTH} to ${MAX_LENGTH} characters.`)
}

/** Rejects a password that someone who knows its owner can guess. Throws `invalid_parameter` with the reason. */
export async function requireGoodPassword(
  text: string,
  { name, email }: Pick<User, 'name' | 'email'>,
  parameter = 'password',
): Promise<string> {
  const password = parsePassword(text, parameter)
  const guessable = { common: await loadCommon(), own: [name, email, PRODUCT] }
  const found = findPredictability(password, guessable)
  if (found === null) return password
  const advice = 'Choose a longer or less predictable one, for example several unrelated words.'
  throw invalidParameter(`This password is too easy to guess. ${REASONS[found]} ${advice}`)
}

/** The same for the user with this id. The user must exist. */
export async function requireGoodPasswordOf(
  prisma: PrismaClient,
  userId: string,
  text: string,
  parameter?: string,
): Promise<string> {
  const select = { name: true, email: true }
  const owner = await prisma.user.findUniqueOrThrow({ where: { id: userId }, select })
  return requireGoodPassword(text, owner, parameter)
}

let common: Promise<ReadonlySet<string>> | undefined

// The list has 49,000 entries. It is loaded when needed, because most processes never need it.
function loadCommon(): Promise<ReadonlySet<string>> {
  common ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set(dictionary['passwords-common'].map(String)),
  )
  return common
}
