import { operator } from '../modules/audit/audit.writes.ts'
import { parseEmail } from '../modules/people/email.ts'
import { listStaff } from '../modules/people/person.reads.ts'
import { createStaff, type NewPerson } from '../modules/people/person.writes.ts'
import { parseName } from '../values/name.ts'
import { type CliCommand, listed, optionParser } from './command.ts'

export const COMMANDS = [addCreate, addList]

function addCreate(staff: CliCommand): void {
  staff
    .add(
      'create',
      'create a member of staff',
      'staff create --name "Noor Vale" --email noor@example.com',
    )
    .requiredOption('--name <text>', 'full name', optionParser(parseName))
    .requiredOption('--email <address>', 'email address (must be unique)', optionParser(parseEmail))
    .onSchema(async ({ prisma }, options: NewPerson) => {
      const user = await createStaff(operator(prisma), options)
      return { json: user, lines: [`Staff ${user.id}`] }
    })
}

function addList(staff: CliCommand): void {
  staff.add('list', 'list the staff', 'staff list').onPool(async ({ pool }) => {
    return listed(await listStaff(pool), ['id', 'email', 'name'], 'No staff.')
  })
}
