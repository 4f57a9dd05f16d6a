import { createId } from '../../access/ids.ts'
import { change, type Transaction } from '../../database/change.ts'
import { GatewayError } from '../../errors.ts'
import type { Environment, PrismaClient } from '../../generated/prisma/client.ts'
import { parseName } from '../../values/name.ts'
import { type Actor, recordEvent } from '../audit/audit.writes.ts'
import { parseCurrency } from './currency.ts'
import { parseEmail } from './email.ts'

const EMAIL_TAKEN = 'This email belongs to another user.'

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

/** A user with an empty portfolio. Throws `invalid_parameter`, and `state_conflict` for a taken email. */
export async function createClient(prisma: PrismaClient, actor: Actor, input: NewClient) {
  const environment = input.environment ?? 'production'
  const currency = parseCurrency(input.currency ?? 'USD')
  const create = async (tx: Transaction) => {
    const user = await insertUser(tx, input)
    await tx.portfolio.createMany({ data: { clientId: user.id, environment, currency } })
    await recordEvent(tx, {
      actor,
      action: 'client.created',
      subject: user.id,
      clientId: user.id,
      details: { environment, currency },
    })
    return { ...user, environment, currency }
  }
  return change(prisma, create)
}

/** A user of the platform's own staff, who may read every portfolio. Throws as `createClient` does. */
export async function createStaff(prisma: PrismaClient, actor: Actor, input: NewPerson) {
  const create = async (tx: Transaction) => {
    const user = await insertUser(tx, input)
    await tx.user.updateMany({ where: { id: user.id }, data: { isStaff: true } })
    await recordEvent(tx, { actor, action: 'staff.created', subject: user.id })
    return user
  }
  return change(prisma, create)
}

/** The user of that email. Throws `invalid_parameter` and `record_not_found`. */
export async function requireUser(tx: Transaction, email: string) {
  const user = await tx.user.findUnique({ where: { email: parseEmail(email) } })
  if (!user) throw new GatewayError('record_not_found', 'There is no user with this email.')
  return user
}

/**
 * Throws `state_conflict` for a sandbox client, which is nobody: it gets no password, no invitation and no
 * token.
 */
export async function requirePersonal(tx: Transaction, userId: string): Promise<void> {
  const found = await tx.user.findUnique({ where: { id: userId }, select: { sandboxFirmId: true } })
  if (!found?.sandboxFirmId) return
  throw new GatewayError('state_conflict', 'This is a sandbox client: nobody signs in as it.')
}

/** Locks the user's row until the transaction ends, so that changes of their access run one after another. */
export async function lockUser(tx: Transaction, userId: string): Promise<boolean> {
  const found = await tx.$queryRaw<
    object[]
  >`SELECT 1 FROM users WHERE id = ${userId} FOR NO KEY UPDATE`
  return found.length > 0
}

/**
 * Inserts a user, within a transaction that also gives them a role. Throws `invalid_parameter`, and
 * `state_conflict` with the message `taken` for an email that another user has.
 */
export async function insertUser(tx: Transaction, person: NewPerson, taken = EMAIL_TAKEN) {
  const user = {
    id: createId('user'),
    name: parseName(person.name),
    email: parseEmail(person.email),
  }
  // A process that serves requests may not insert users: it could make one of the staff.
  const [created] = await tx.$queryRaw<readonly { readonly made: boolean }[]>`
    SELECT create_user(${user.id}, ${user.name}, ${user.email}) AS made`
  if (!created?.made) throw new GatewayError('state_conflict', taken)
  return user
}
