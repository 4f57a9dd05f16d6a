import type { Command } from 'commander'
import { OPERATOR } from '../modules/audit/audit.writes.ts'
import { parseEmail } from '../modules/people/email.ts'
import type { NewPerson } from '../modules/people/person.writes.ts'
import { parseName } from '../values/name.ts'
import { addCommand, addCommandGroup, optionParser } from './command.ts'
import type { Runner } from './runner.ts'

export function addStaff(program: Command, runner: Runner): void {
  const staff = addCommandGroup(program, 'staff', {
    description: 'platform staff, who can read every portfolio',
    example: 'staff create --name "Noor Vale" --email noor@example.com',
  })
  addCreate(staff, runner)
  addList(staff, runner)
}

function addCreate(staff: Command, runner: Runner): void {
  addCommand(staff, 'create', {
    description: 'create a member of staff',
    example: 'staff create --name "Noor Vale" --email noor@example.com',
  })
    .requiredOption('--name <text>', 'full name', optionParser(parseName))
    .requiredOption('--email <address>', 'email address (must be unique)', optionParser(parseEmail))
    .action(
      runner.withSchema(async ({ prisma }, options: NewPerson) => {
        const { createStaff } = await import('../modules/people/person.writes.ts')
        const user = await createStaff(prisma, OPERATOR, options)
        return { json: user, lines: [`Staff ${user.id}`] }
      }),
    )
}

function addList(staff: Command, runner: Runner): void {
  addCommand(staff, 'list', { description: 'list the staff', example: 'staff list' }).action(
    runner.withSchema(async ({ prisma }) => {
      const { listStaff } = await import('../modules/people/person.reads.ts')
      const data = await listStaff(prisma)
      const lines = data.map(({ id, email, name }) => `${id}  ${email}  ${name}`)
      return { json: { data }, lines: lines.length > 0 ? lines : ['No staff.'] }
    }),
  )
}
