import type { Command } from 'commander'
import { OPERATOR } from '../modules/audit/audit.writes.ts'
import { parseEmail } from '../modules/people/email.ts'
import type { NewPerson } from '../modules/people/person.writes.ts'
import { parseName } from '../values/name.ts'
import { accept, addCommand, addNoun } from './command.ts'
import type { Runner } from './runner.ts'

export function addStaff(program: Command, runner: Runner): void {
  const staff = addNoun(program, 'staff', {
    does: "the platform's own people, who may read every portfolio",
    example: 'staff create --name "Noor Vale" --email noor@example.com',
  })
  addCommand(staff, 'create', {
    does: 'create a member of staff',
    example: 'staff create --name "Noor Vale" --email noor@example.com',
  })
    .requiredOption('--name <text>', 'their name', accept(parseName))
    .requiredOption('--email <address>', 'theirs alone', accept(parseEmail))
    .action(
      runner.withSchema(async ({ prisma }, options: NewPerson) => {
        const { createStaff } = await import('../modules/people/person.writes.ts')
        const user = await createStaff(prisma, OPERATOR, options)
        return { members: user, lines: [`Staff ${user.id}`] }
      }),
    )
}
