import type { Command } from 'commander'
import { OPERATOR } from '../modules/audit/audit.writes.ts'
import { parseEmail } from '../modules/people/email.ts'
import { accept, addCommand, addNoun } from './command.ts'
import type { Runner } from './runner.ts'

export function addPerson(program: Command, runner: Runner): void {
  const person = addNoun(program, 'person', {
    does: 'how people sign in',
    example: 'person lock --email ivo@example.com',
  })
  for (const add of [addDropSecondFactor, addLock]) add(person, runner)
}

type Options = { readonly email: string }

function addDropSecondFactor(person: Command, runner: Runner): void {
  addCommand(person, 'drop-second-factor', {
    does: 'end a second factor that its user has lost, and their sessions: the password alone signs them in',
    example: 'person drop-second-factor --email ivo@example.com',
  })
    .requiredOption('--email <address>', 'whose second factor', accept(parseEmail))
    .action(
      runner.withSchema(async ({ prisma }, { email }: Options) => {
        const { dropSecondFactor } = await import('../modules/people/second-factor.writes.ts')
        const dropped = await dropSecondFactor(prisma, OPERATOR, { email })
        return { members: dropped, lines: [`${dropped.name} <${email}> has no second factor.`] }
      }),
    )
}

function addLock(person: Command, runner: Runner): void {
  addCommand(person, 'lock', {
    does: "end a user's password, second factor, sessions, invitation, access tokens, connection links and the grants they gave; a new invitation lets them in again",
    example: 'person lock --email ivo@example.com',
  })
    .requiredOption('--email <address>', 'who no longer signs in', accept(parseEmail))
    .action(
      runner.withSchema(async ({ prisma }, { email }: Options) => {
        const { lockPerson } = await import('../modules/partner-access/person-lock.writes.ts')
        const locked = await lockPerson(prisma, OPERATOR, { email })
        const { name, sessions, accessTokens, grants } = locked
        const ended = `Ended: sessions ${sessions}, access tokens ${accessTokens}, grants ${grants}.`
        const lines = [`${name} <${email}> is locked out.`, ended]
        if (locked.keys.length > 0)
          lines.push('They know a secret of these keys, which still work: roll or revoke them.')
        for (const key of locked.keys) lines.push(`  ${key.id}  of ${key.firmId}`)
        return { members: locked, lines }
      }),
    )
}
