import { randomInt } from 'node:crypto'
import type { PrismaClient } from '../generated/prisma/client.ts'
import { OPERATOR } from '../modules/audit/audit.writes.ts'
import { setPasswords } from '../modules/people/given-password.writes.ts'
import { ASHDOWN, ESTATE_FIRM, SMALL_FIRM, TESTWELL, VALCROZE } from './people.ts'

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

/** Sets a new password of 79 random bits for each of these users, for all or for none. */
export async function setRandomPasswords(
  prisma: PrismaClient,
  people: readonly Omit<DemoSignIn, 'password'>[],
): Promise<DemoSignIn[]> {
  const signIns = people.map((person) => ({ ...person, password: randomPassword() }))
  const identify = async ({ email, password }: DemoSignIn) => {
    const { id: userId } = await prisma.user.findUniqueOrThrow({ where: { email } })
    return { userId, password }
  }
  await setPasswords(prisma, OPERATOR, await Promise.all(signIns.map(identify)))
  return signIns
}

// Without characters that are easily confused.
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789'

function randomPassword(): string {
  const group = () => Array.from({ length: 4 }, () => LETTERS.charAt(randomInt(LETTERS.length)))
  return [1, 2, 3, 4].map(() => group().join('')).join('-')
}
