import { type Command, Option } from 'commander'
import { Role } from '../generated/prisma/enums.ts'
import { OPERATOR } from '../modules/audit/audit.writes.ts'
import type { NewMember } from '../modules/partner-access/firm.writes.ts'
import { parseEmail } from '../modules/people/email.ts'
import { parseName } from '../values/name.ts'
import { addCommand, addCommandGroup, optionParser } from './command.ts'
import type { Runner } from './runner.ts'

type Options = Omit<NewMember, 'firmId'> & { readonly firm: string }

export function addMember(program: Command, runner: Runner): void {
  const member = addCommandGroup(program, 'member', {
    description: 'members of a firm',
    example: 'member create --firm firm_01M7… --name "Ivo Lund" --email ivo@example.com',
  })
  addCommand(member, 'create', {
    description: 'create a user as a member of a firm',
    example:
      'member create --firm firm_01M7… --name "Ivo Lund" --email ivo@example.com --role admin',
  })
    .requiredOption('--firm <id>', 'the firm')
    .requiredOption('--name <text>', 'full name', optionParser(parseName))
    .requiredOption('--email <address>', 'email address (must be unique)', optionParser(parseEmail))
    .addOption(
      new Option('--role <role>', 'admins manage the API keys')
        .choices(Object.values(Role))
        .default('member'),
    )
    .action(
      runner.withSchema(async ({ prisma }, { firm: firmId, ...person }: Options) => {
        const { addMember: add } = await import('../modules/partner-access/firm.writes.ts')
        const user = await add(prisma, OPERATOR, { ...person, firmId })
        return { json: user, lines: [`Member ${user.id}`] }
      }),
    )
}
