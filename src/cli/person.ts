import { operator } from '../modules/audit/audit.writes.ts'
import type { Who } from '../modules/people/person.writes.ts'
import { resetFactor } from '../modules/people/recovery.writes.ts'
import { lockPerson } from '../modules/staff/person-lock.writes.ts'
import { type CliCommand, type CommandResult, optionParser } from './command.ts'
import { sendInvitation } from './invite.ts'
import type { Session } from './runner.ts'
import { parseReason, parseWho } from './values.ts'

interface Options {
  readonly email?: Who
  readonly reason?: string
}

type Act = (session: Session, who: Who, reason: string | undefined) => Promise<CommandResult>

export const COMMANDS = [
  actOnPerson(
    'reset-factor',
    'remove a lost second factor and all passkeys, and end sessions and access tokens; the password alone then signs the user in',
    resetLostFactor,
  ),
  actOnPerson(
    'lock',
    'lock a user out: ends password, second factor, passkeys, sessions, invitations, access tokens, connection links and the grants they gave, and lists what stays open',
    lock,
  ),
  actOnPerson(
    'unlock',
    'lift a lock, and invite the user to set a new password; nothing that the lock ended comes back',
    (session, who, reason) => sendInvitation(session, { ...who, unlock: { reason } }),
  ),
]

function actOnPerson(name: string, description: string, act: Act) {
  return (person: CliCommand): void => {
    const command = person
      .add(name, description, `person ${name} user_01M7…`)
      .argument('[user]', 'id or email of the user', optionParser(parseWho))
      .option('--email <address>', 'the email, in place of the argument', optionParser(parseWho))
      .option('--reason <text>', 'why, for the audit history', optionParser(parseReason))
    command.action((user: Who | undefined, { email, reason }: Options) => {
      const who = user ?? email
      if (!who || (user && email)) return command.error('error: name one user, by id or by email')
      return command.runner.withSchema((session) => act(session, who, reason))()
    })
  }
}

async function resetLostFactor({ prisma }: Session, who: Who, reason: string | undefined) {
  const reset = await resetFactor(operator(prisma), { ...who, reason })
  const { name, email, sessions, passkeys, access_tokens: tokens } = reset
  const lines = [
    `${name} <${email}> has no second factor.`,
    `Ended: sessions ${sessions}, passkeys ${passkeys}, access tokens ${tokens}.`,
  ]
  return { json: reset, lines }
}

async function lock({ prisma }: Session, who: Who, reason: string | undefined) {
  const locked = await lockPerson(operator(prisma), { ...who, reason })
  return { json: locked, lines: describeLock(locked) }
}

type Locked = Awaited<ReturnType<typeof lockPerson>>

// Access that stays open is listed with the command that ends it.
function describeLock(locked: Locked): string[] {
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
