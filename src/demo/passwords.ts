import { randomInt } from 'node:crypto'
import type { PrismaClient } from '../generated/prisma/client.ts'
import { OPERATOR } from '../modules/audit/audit.writes.ts'
import { setPassword } from '../modules/people/password.writes.ts'
import { ASHDOWN, TESTWELL, VALCROZE } from './owners.ts'
import { ESTATE_FIRM, SMALL_FIRM } from './people.ts'

/** Somebody who signs in, and as what. */
export interface SignIn {
  readonly email: string
  readonly password: string
  readonly as: string
}

const inFirm = ({ name, people }: typeof ESTATE_FIRM) =>
  people.map(({ email, role }) => ({ email, as: `${role} of ${name}` }))

export const SIGN_INS: readonly Omit<SignIn, 'password'>[] = [
  ...inFirm(ESTATE_FIRM),
  ...inFirm(SMALL_FIRM),
  ...[ASHDOWN, VALCROZE, TESTWELL].map(({ email, name }) => ({ email, as: `client, ${name}` })),
]

/** Gives each of those users a new password, of 79 random bits. */
export function makePasswords(
  prisma: PrismaClient,
  people: readonly Omit<SignIn, 'password'>[],
): Promise<SignIn[]> {
  const make = async ({ email, as }: Omit<SignIn, 'password'>) => {
    const { id: userId } = await prisma.user.findUniqueOrThrow({ where: { email } })
    const password = randomPassword()
    await setPassword(prisma, OPERATOR, { userId, password })
    return { email, password, as }
  }
  return Promise.all(people.map(make))
}

// Without what is mistaken for something else when it is copied by hand.
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789'

function randomPassword(): string {
  const group = () => Array.from({ length: 4 }, () => LETTERS.charAt(randomInt(LETTERS.length)))
  return [1, 2, 3, 4].map(() => group().join('')).join('-')
}
