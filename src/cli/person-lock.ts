import type { lockPerson } from '../modules/staff/person-lock.writes.ts'

type Locked = Awaited<ReturnType<typeof lockPerson>>

/** Lists the access that a lock has ended, and the access that stays open, with the command that ends each of these. */
export function describeLock(locked: Locked): string[] {
  const { name, email, sessions, accessTokens, grants, keys, openGrants, firmsWithoutAdmin } =
    locked
  return [
    `${name} <${email}> is locked out.`,
    `Ended: sessions ${sessions}, access tokens ${accessTokens}, grants ${grants}.`,
    ...listed(
      'The user has seen secrets of these keys, which still work. Roll or revoke them:',
      keys.map(({ id, firmId }) => `orangery key roll ${id}  (of ${firmId})`),
    ),
    ...listed(
      'An operator gave these grants of their portfolio, which stay active. Revoke those that should end:',
      openGrants.map(({ id, keyId }) => `orangery grant revoke ${id}  (to ${keyId})`),
    ),
    ...listed(
      'These firms have no other admin who can sign in:',
      firmsWithoutAdmin.map((id) => `orangery member create --firm ${id} --role admin`),
    ),
  ]
}

function listed(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : [title, ...lines.map((line) => `  ${line}`)]
}
