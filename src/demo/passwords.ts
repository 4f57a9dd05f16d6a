import { randomInt } from 'node:crypto'
import type { PrismaClient } from '../generated/prisma/client.ts'
import { OPERATOR } from '../modules/audit/audit.writes.ts'
import { setPassword } from '../modules/people/password.writes.ts'
import { ASHDOWN, TESTWELL, VALCROZE } from './owners.ts'
import { ESTATE_FIRM, SMALL_FIRM } from './people.ts'

/** The credentials of a user. `as`: the role of the user, for display. */
export interface DemoSignIn {
  readonly email: string
  readonly password: string
  readonly as: string
}

const inFirm = ({ name, people }: typeof ESTATE_FIRM) =>
  people.map(({ email, role }) => ({ email, as: `${role} of ${name}` }))

export const SIGN_INS: readonly Omit<DemoSignIn, 'password'>[] = [
  ...inFirm(ESTATE_FIRM),
  ...inFirm(SMALL_FIRM),
  ...[ASHDOWN, VALCROZE, TESTWELL].map(({ email, name }) => ({ email, as: `client, ${name}` })),
]

/** Sets a new password of 79 random bits for each of these users. */
export function setRandomPasswords(
  prisma: PrismaClient,
  people: readonly Omit<DemoSignIn, 'password'>[],
): Promise<DemoSignIn[]> {
  const setOne = async ({ email, as }: Omit<DemoSignIn, 'password'>) => {
    const { id: userId } = await prisma.user.findUniqueOrThrow({ where: { email } })
    const password = randomPassword()
    await setPassword(prisma, OPERATOR, { userId, password })
    return { email, password, as }
  }
  return Promise.all(people.map(setOne))
}

// Without characters that are easily confused.
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789'

function randomPassword(): string {
  const group = () => Array.from({ length: 4 }, () => LETTERS.charAt(randomInt(LETTERS.length)))
  return [1, 2, 3, 4].map(() => group().join('')).join('-')
}
