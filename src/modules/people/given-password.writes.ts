import { type Action, actUnhindered } from '../audit/audit.writes.ts'
import { requireGoodPasswordOf } from './password.ts'
import { hashPassword, storePassword } from './password.writes.ts'
import { markProved } from './person.writes.ts'

/** A user, and the password that they get. */
interface NewPassword {
  readonly userId: string
  readonly password: string
}

/** Sets a user's password for an operator, who vouches for the address, and ends every session of theirs. Throws `invalid_parameter`. */
export function setPassword(by: Action, input: NewPassword): Promise<void> {
  return setPasswords(by, [input])
}

/** The same for several users in one transaction. */
export async function setPasswords(by: Action, inputs: readonly NewPassword[]): Promise<void> {
  const hashOne = async ({ userId, password }: NewPassword) => ({
    userId,
    passwordHash: await hashPassword(await requireGoodPasswordOf(by.prisma, userId, password)),
  })
  const hashed = await Promise.all(inputs.map(hashOne))
  await actUnhindered(by, async (tx) => {
    for (const { userId, passwordHash } of hashed) {
      await storePassword(tx, by.actor, userId, passwordHash)
      await markProved(tx, userId)
    }
  })
}
