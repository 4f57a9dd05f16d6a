import { type Command, Option } from 'commander'
import { Role } from '../generated/prisma/enums.ts'
import { OPERATOR } from '../modules/audit/audit.writes.ts'
import type { NewMember } from '../modules/firms/member.writes.ts'
import { parseEmail } from '../modules/people/email.ts'
import { parseName } from '../values/name.ts'
import { addCommand, addCommandGroup, optionParser } from './command.ts'
import type { Runner } from './runner.ts'

export function addMember(program: Command, runner: Runner): void {
  const member = addCommandGroup(program, 'member', {
    description: 'members of a firm',
    example: 'member create --firm firm_01M7… --name "Ivo Lund" --email ivo@example.com',
  })
  for (const add of [addCreate, addList, addUpdate, addRemove]) add(member, runner)
}

type CreateOptions = Omit<NewMember, 'firmId'> & { readonly firm: string }

function addCreate(member: Command, runner: Runner): void {
  addCommand(member, 'create', {
    description: 'create a user as a member of a firm',
    example:
      'member create --firm firm_01M7… --name "Ivo Lund" --email ivo@example.com --role admin',
  })
    .requiredOption('--firm <id>', 'the firm')
    .requiredOption('--name <text>', 'full name', optionParser(parseName))
    .requiredOption('--email <address>', 'email address (must be unique)', optionParser(parseEmail))
    .addOption(roleOption().default('member'))
    .action(
      runner.withSchema(async ({ prisma }, { firm: firmId, ...person }: CreateOptions) => {
        const { addMember: add } = await import('../modules/firms/member.writes.ts')
        const user = await add(prisma, OPERATOR, { ...person, firmId })
        return { json: user, lines: [`Member ${user.id}`] }
      }),
    )
}

interface FirmOptions {
  readonly firm: string
}

function addList(member: Command, runner: Runner): void {
  addCommand(member, 'list', {
    description: 'list the members of a firm',
    example: 'member list --firm firm_01M7…',
  })
    .requiredOption('--firm <id>', 'the firm')
    .action(
      runner.withSchema(async ({ prisma }, { firm }: FirmOptions) => {
        const { listMembers } = await import('../modules/firms/member.reads.ts')
        const data = await listMembers(prisma, firm)
        const lines = data.map(
          ({ userId, role, email, name, isProved }) =>
            `${userId}  ${role}  ${email}  ${name}${isProved ? '' : '  (address not proved)'}`,
        )
        return { json: { data }, lines: lines.length > 0 ? lines : ['No members.'] }
      }),
    )
}

function addUpdate(member: Command, runner: Runner): void {
  addCommand(member, 'update <id>', {
    description: 'change the role of a member; one who loses rights is signed out',
    example: 'member update user_01M7… --firm firm_01M7… --role admin',
  })
    .requiredOption('--firm <id>', 'the firm')
    .addOption(roleOption().makeOptionMandatory())
    .action(
      runner.withSchema(
        async ({ prisma }, userId: string, { firm, role }: FirmOptions & { role: Role }) => {
          const { setRole } = await import('../modules/firms/member.writes.ts')
          const member = await setRole(prisma, OPERATOR, { firmId: firm, userId, role })
          return { json: member, lines: [`Member ${userId}: ${role}`] }
        },
      ),
    )
}

function addRemove(member: Command, runner: Runner): void {
  addCommand(member, 'remove <id>', {
    description: 'remove a member from a firm and sign them out; their account stays',
    example: 'member remove user_01M7… --firm firm_01M7…',
  })
    .requiredOption('--firm <id>', 'the firm')
    .action(
      runner.withSchema(async ({ prisma }, userId: string, { firm }: FirmOptions) => {
        const { removeMember } = await import('../modules/firms/member.writes.ts')
        const removed = await removeMember(prisma, OPERATOR, { firmId: firm, userId })
        const lines = [`${removed.name} is no longer a member of ${firm}.`]
        if (removed.keys.length > 0)
          lines.push('They have seen secrets of these keys, which still work. Roll or revoke them:')
        return { json: removed, lines: [...lines, ...removed.keys.map((id) => `  ${id}`)] }
      }),
    )
}

function roleOption(): Option {
  return new Option(
    '--role <role>',
    'admins manage keys and members, developers sandbox keys',
  ).choices(Object.values(Role))
}
