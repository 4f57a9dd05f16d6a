import { change, type Transaction } from '../../database/change.ts'
import { instantOf } from '../../database/clock.ts'
import { GatewayError, invalidParameter, stateConflict } from '../../errors.ts'
import type { Environment } from '../../generated/prisma/client.ts'
import { createId } from '../../values/ids.ts'
import { upperAscii } from '../../values/text.ts'
import { parseName } from '../../values/text-rules.ts'
import { type Action, recordEvent } from '../audit/audit.writes.ts'
import { parseEmail } from './email.ts'

/** The message for an action that an account cannot do because it is not proved. */
export const NOT_PROVED =
  'This account is not proved to be yours. Set a new password by “Forgot password?”, or with a link from your administrator, and try again.'

export const EMAIL_TAKEN = 'This email belongs to another user.'

export interface NewPerson {
  readonly name: string
  readonly email: string
}

export interface NewClient extends NewPerson {
  /** Default: production. It never changes. */
  readonly environment?: Environment
  /** ISO 4217, default USD. Every amount of the portfolio is in it. It never changes. */
  readonly currency?: string
}

/** Creates a user with an empty portfolio. Throws `invalid_parameter`, and `state_conflict` for a taken email. */
export async function createClient({ prisma, actor }: Action, input: NewClient) {
  const environment = input.environment ?? 'production'
  const currency = parseCurrency(input.currency ?? 'USD')
  return change(prisma, async (tx) => {
    const user = await insertUser(tx, input, { proved: true })
    await tx.portfolio.createMany({ data: { clientId: user.id, environment, currency } })
    await recordEvent(tx, actor, {
      action: 'client.created',
      subject: user.id,
      clientId: user.id,
      details: { environment, currency },
    })
    return { ...user, environment, currency }
  })
}

/** Creates a user of the platform's staff, who may read every portfolio. Throws the same errors as `createClient`. */
export async function createStaff({ prisma, actor }: Action, input: NewPerson) {
  return change(prisma, async (tx) => {
    const user = await insertUser(tx, input, { proved: true })
    await tx.user.updateMany({ where: { id: user.id }, data: { isStaff: true } })
    await recordEvent(tx, actor, { action: 'staff.created', subject: user.id })
    return user
  })
}

export type Who = { readonly userId: string } | { readonly email: string }

/** The user with this id or email. Throws `invalid_parameter` and `record_not_found`. */
export async function requireUser(tx: Transaction, who: Who) {
  const isById = 'userId' in who
  const where = isById ? { id: who.userId } : { email: parseEmail(who.email) }
  const user = await tx.user.findUnique({ where })
  if (user) return user
  const by = isById ? 'id' : 'email'
  throw new GatewayError('record_not_found', `There is no user with this ${by}.`)
}

/** Throws `state_conflict` for a sandbox client: it is not a person, and gets no password, invitation or token. */
export async function requirePersonal(tx: Transaction, userId: string): Promise<void> {
  const found = await tx.user.findUnique({ where: { id: userId }, select: { sandboxFirmId: true } })
  if (!found?.sandboxFirmId) return
  throw stateConflict('This is a sandbox client: nobody signs in as it.')
}

/** Locks the user's row until the transaction ends, so that changes of their access run one after another. */
export async function lockUser(tx: Transaction, userId: string): Promise<boolean> {
  const found: object[] =
    await tx.$queryRaw`SELECT 1 FROM users WHERE id = ${userId} FOR NO KEY UPDATE`
  return found.length > 0
}

/**
 * Inserts a user, within a transaction that also gives them a role. `proved`: an operator creates the account, or a
 * link that only the mailbox got was used. Throws `invalid_parameter`, and `state_conflict` with the text `taken`.
 */
export async function insertUser(
  tx: Transaction,
  person: NewPerson,
  { proved, taken = EMAIL_TAKEN }: { readonly proved: boolean; readonly taken?: string },
) {
  const user = {
    id: createId('user'),
    name: parseName(person.name),
    email: parseEmail(person.email),
  }
  // The runtime role may not insert users: it could then create staff. This function of the owner inserts the user.
  const [created] = await tx.$queryRaw<readonly { readonly made: boolean }[]>`
    SELECT create_user(${user.id}, ${user.name}, ${user.email}) AS made`
  if (!created?.made) throw stateConflict(taken)
  if (proved) await markProved(tx, user.id)
  return user
}

export async function markProved(tx: Transaction, userId: string): Promise<void> {
  const data = { provedAt: await instantOf(tx) }
  await tx.user.updateMany({ where: { id: userId, provedAt: null }, data })
}

/** An ISO 4217 code in capitals. Throws `invalid_parameter`. */
export function parseCurrency(text: string): string {
  const code = upperAscii(text)
  if (!Intl.supportedValuesOf('currency').includes(code)) {
    throw invalidParameter('currency takes an ISO 4217 code, such as USD.')
  }
  return code
}
