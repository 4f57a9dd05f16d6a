import type { PrismaClient, User } from '../../generated/prisma/client.ts'
import { builder, type Context, derivedId, instant, instantOrNull } from '../../schema/builder.ts'
import { enumType } from '../../schema/enums.ts'
import { PageLoaders } from '../../schema/page-loaders.ts'
import { isId, requireFound } from '../../values/ids.ts'
import { recordStaffReads } from '../audit/acting-person.ts'
import { addHistory } from '../audit/audit.type.ts'
import { readBlock, unknownDevices } from '../people/attempt-limits.ts'
import type { SignInAction } from '../people/sign-in-event.type.ts'
import { personFields } from '../viewer/viewer.type.ts'

interface ShownAccount extends PersonAccount {
  readonly loaders: PageLoaders
}

export const PersonAccountType = builder.objectRef<ShownAccount>('PersonAccount').implement({
  description: 'The account of a person, for staff. It has nothing of a portfolio.',
  authScopes: { staff: true },
  fields: (t) => ({
    id: derivedId(t, 'account', 'An id of this object. It is not that of the user.'),
    ...personFields(t),
    isProved: t.exposeBoolean('isProved', {
      description: 'Whether a link that only the mailbox got was used.',
    }),
    hasPassword: t.exposeBoolean('hasPassword', { description: 'Whether a password is set.' }),
    isLockedOut: t.exposeBoolean('isLockedOut', {
      description: 'Whether the person is locked out, and was not invited again since.',
    }),
    hasSecondFactor: t.exposeBoolean('hasSecondFactor', {
      description: 'Whether signing in needs a code.',
    }),
    passkeyCount: t.exposeInt('passkeyCount', { description: 'The number of passkeys.' }),
    sessionCount: t.exposeInt('sessionCount', {
      description: 'The number of sessions that have not expired.',
    }),
    createdAt: instant(t, 'createdAt', 'The instant at which the account was created.'),
    lastSignInAt: instantOrNull(
      t,
      'lastSignInAt',
      'The last sign-in of the last 400 days. Null: there was none.',
    ),
    invitedUntil: instantOrNull(t, 'invitedUntil', 'The end of an invitation not accepted yet.'),
    erasedAt: instantOrNull(t, 'erasedAt', 'When the data of the client was erased.'),
  }),
})

addHistory(PersonAccountType, 'The actions on the account, newest first.')

builder.queryField('personAccount', (t) =>
  t.field({
    type: PersonAccountType,
    authScopes: { staff: true },
    description: 'The account of a person, for staff. It is recorded as read.',
    args: { userId: t.arg.id({ description: 'The id of the user.', required: true }) },
    resolve: async (_root, { userId }, context) => {
      const account = await findAccount(userId, context)
      await recordStaffReads([userId], 'person.read', context)
      return account
    },
  }),
)

type LockKind = 'locked_out' | 'passwords' | 'codes'

type AccountLock = Awaited<ReturnType<typeof readLocks>>[number]

const AccountLockKind = enumType('AccountLockKind', 'What keeps a person from signing in.', {
  locked_out: 'Staff or an operator locked the person out. unlockPerson lifts it.',
  passwords:
    'Too many wrong passwords in browsers that the account was not used in. A new password by the link of sendInvitation lifts it.',
  codes:
    'Too many wrong codes in browsers that the account was not used in. resetFactors lifts it: no code is then asked for.',
} satisfies Record<LockKind, string>)

const AccountLockType = builder.objectRef<AccountLock>('AccountLock').implement({
  description: 'A lock of an account, for staff.',
  authScopes: { staff: true },
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Identifies the account and the kind together.' }),
    kind: t.expose('kind', { description: 'Its kind.', type: AccountLockKind }),
    until: instantOrNull(t, 'until', 'When it ends by itself. Null: it does not.'),
  }),
})

builder.objectField(PersonAccountType, 'locks', (t) =>
  t.field({
    type: [AccountLockType],
    description: 'What keeps the person from signing in now.',
    resolve: readLocks,
  }),
)

// Attempts in browsers of the account have counters of their own, which only the cookie of the browser finds.
async function readLocks(
  { id, email, isLockedOut, hasSecondFactor }: PersonAccount,
  _args: object,
  { database, deriveSecret, request }: Context,
) {
  const key = deriveSecret('known-devices')
  const [passwords, codes] = await Promise.all(
    (['password', 'code'] as const).map((secret) =>
      readBlock(database.prisma, unknownDevices(key, email, secret), request.now),
    ),
  )
  const lock = (kind: LockKind, until: Date | null) => ({ id: `${id}:lock:${kind}`, kind, until })
  return [
    ...(isLockedOut ? [lock('locked_out', null)] : []),
    ...(passwords ? [lock('passwords', passwords)] : []),
    ...(codes && hasSecondFactor ? [lock('codes', codes)] : []),
  ]
}

/** The account of a person. Throws `record_not_found`. The caller must have been checked: only staff. */
export async function findAccount(userId: string, context: Context): Promise<ShownAccount> {
  const { database, request } = context
  const row = requireFound(await readPersonAccount(database.prisma, userId, request.now), 'user')
  return { ...row, loaders: new PageLoaders() }
}

// The actions that begin a session.
const SIGN_INS: SignInAction[] = ['sign_in', 'second_step', 'passkey_sign_in']

export type FoundPerson = Pick<User, 'id' | 'name' | 'email' | 'isStaff'>

export const PERSON = { id: true, name: true, email: true, isStaff: true } as const

// The facts of an account that staff need to help its owner. They contain no data of a portfolio.
type PersonAccount = NonNullable<Awaited<ReturnType<typeof readPersonAccount>>>

const ACCOUNT = {
  ...PERSON,
  createdAt: true,
  twoFactorEnabled: true,
  lockedAt: true,
  provedAt: true,
  portfolio: { select: { environment: true, erasedAt: true } },
  accounts: { select: { id: true } },
  invitation: { select: { expiresAt: true } },
} as const

async function readPersonAccount(prisma: PrismaClient, userId: string, now: Date) {
  if (!isId('user', userId)) return null
  const where = { id: userId, sandboxFirmId: null }
  const user = await prisma.user.findFirst({ where, select: ACCOUNT })
  if (!user) return null
  const { twoFactorEnabled, lockedAt, provedAt, portfolio, accounts, invitation, ...found } = user
  const invitedUntil = invitation && invitation.expiresAt > now ? invitation.expiresAt : null
  const hasPassword = accounts.length > 0
  return {
    ...found,
    environment: portfolio?.environment ?? null,
    erasedAt: portfolio?.erasedAt ?? null,
    isProved: provedAt !== null,
    hasPassword,
    // An invitation since then ends the lock.
    isLockedOut: lockedAt !== null && !hasPassword && invitation === null,
    hasSecondFactor: twoFactorEnabled,
    invitedUntil,
    ...(await countSignIns(prisma, userId, now)),
  }
}

async function countSignIns(prisma: PrismaClient, userId: string, now: Date) {
  const [passkeyCount, sessionCount, last] = await Promise.all([
    prisma.passkey.count({ where: { userId } }),
    prisma.session.count({ where: { userId, expiresAt: { gt: now } } }),
    prisma.signInEvent.findFirst({
      where: { userId, action: { in: SIGN_INS }, outcome: 'ok' },
      orderBy: { at: 'desc' },
      select: { at: true },
    }),
  ])
  return { passkeyCount, sessionCount, lastSignInAt: last?.at ?? null }
}
