import { builder, type Context, instantOrNull } from '../../schema/builder.ts'
import { enumType } from '../../schema/enums.ts'
import { readBlock, unknownDevices } from '../people/attempt-limits.ts'
import { type PersonAccount, PersonAccountType } from './person-account.type.ts'

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
