import { operator } from '../modules/audit/audit.writes.ts'
import { listStaff } from '../modules/people/person.reads.ts'
import { createStaff, type NewPerson } from '../modules/people/person.writes.ts'
import { type CliCommand, listed } from './command.ts'
import { addPersonOptions } from './values.ts'

export const COMMANDS = [addCreate, addList]

function addCreate(staff: CliCommand): void {
  const example = 'staff create --name "Noor Vale" --email noor@example.com'
  const command = staff.add('create', 'create a member of staff', example)
  addPersonOptions(command).onSchema(async ({ prisma }, options: NewPerson) => {
    const user = await createStaff(operator(prisma), options)
    return { json: user, lines: [`Staff ${user.id}`] }
  })
}

function addList(staff: CliCommand): void {
  staff.add('list', 'list the staff', 'staff list').onPool(async ({ pool }) => {
    return listed(await listStaff(pool), ['id', 'email', 'name'], 'No staff.')
  })
}
