import type { Command } from 'commander'
import { OPERATOR } from '../modules/audit/audit.writes.ts'
import { parseEmail } from '../modules/people/email.ts'
import { addCommand, addCommandGroup, optionParser } from './command.ts'
import type { Runner } from './runner.ts'

export function addPerson(program: Command, runner: Runner): void {
  const person = addCommandGroup(program, 'person', {
    description: 'sign-in of users',
    example: 'person lock --email ivo@example.com',
  })
  for (const add of [addDropSecondFactor, addLock]) add(person, runner)
}

type Options = { readonly email: string }

function addDropSecondFactor(person: Command, runner: Runner): void {
  addCommand(person, 'drop-second-factor', {
    description:
      "remove a user's lost second factor and end their sessions; the password alone then signs them in",
    example: 'person drop-second-factor --email ivo@example.com',
  })
    .requiredOption('--email <address>', 'email of the user', optionParser(parseEmail))
    .action(
      runner.withSchema(async ({ prisma }, { email }: Options) => {
        const { dropSecondFactor } = await import('../modules/people/second-factor.writes.ts')
        const dropped = await dropSecondFactor(prisma, OPERATOR, { email })
        return { json: dropped, lines: [`${dropped.name} <${email}> has no second factor.`] }
      }),
    )
}

function addLock(person: Command, runner: Runner): void {
  addCommand(person, 'lock', {
    description:
      'lock a user out: ends their password, second factor, sessions, invitation, access tokens, connection links and the grants they gave; a new invitation restores access',
    example: 'person lock --email ivo@example.com',
  })
    .requiredOption('--email <address>', 'email of the user', optionParser(parseEmail))
    .action(
      runner.withSchema(async ({ prisma }, { email }: Options) => {
        const { lockPerson } = await import('../modules/partner-access/person-lock.writes.ts')
        const locked = await lockPerson(prisma, OPERATOR, { email })
        const { name, sessions, accessTokens, grants } = locked
        const counts = `Ended: sessions ${sessions}, access tokens ${accessTokens}, grants ${grants}.`
        const lines = [`${name} <${email}> is locked out.`, counts]
        if (locked.keys.length > 0)
          lines.push(
            'The user has seen secrets of these keys, which still work. Roll or revoke them:',
          )
        for (const key of locked.keys) lines.push(`  ${key.id}  ${key.firmId}`)
        return { json: locked, lines }
      }),
    )
}
