import { type Command, Option } from 'commander'
import { OPERATOR } from '../modules/audit/audit.writes.ts'
import type { NewMember } from '../modules/partner-access/firm.writes.ts'
import { parseEmail } from '../modules/people/email.ts'
import { parseName } from '../values/name.ts'
import { accept, addCommand, addNoun } from './command.ts'
import type { Runner } from './runner.ts'

type Options = Omit<NewMember, 'firmId'> & { readonly firm: string }

export function addMember(program: Command, runner: Runner): void {
  const member = addNoun(program, 'member', {
    does: 'the people of a firm',
    example: 'member create --firm firm_01M7… --name "Ivo Lund" --email ivo@example.com',
  })
  addCommand(member, 'create', {
    does: 'create a user as a member of a firm',
    example:
      'member create --firm firm_01M7… --name "Ivo Lund" --email ivo@example.com --role admin',
  })
    .requiredOption('--firm <id>', 'the firm')
    .requiredOption('--name <text>', 'their name', accept(parseName))
    .requiredOption('--email <address>', 'theirs alone', accept(parseEmail))
    .addOption(
      new Option('--role <role>', 'an admin manages the keys')
        .choices(['admin', 'member'])
        .default('member'),
    )
    .action(
      runner.withSchema(async ({ prisma }, { firm: firmId, ...person }: Options) => {
        const { addMember: add } = await import('../modules/partner-access/firm.writes.ts')
        const user = await add(prisma, OPERATOR, { ...person, firmId })
        return { members: user, lines: [`Member ${user.id}`] }
      }),
    )
}
