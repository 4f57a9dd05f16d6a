import { Option } from 'commander'
import type { PrismaClient } from '../generated/prisma/client.ts'
import { Role } from '../generated/prisma/enums.ts'
import { operator } from '../modules/audit/audit.writes.ts'
import { listMembers } from '../modules/firms/member.reads.ts'
import {
  addMember as add,
  type NewMember,
  removeMember,
  setRole,
} from '../modules/firms/member.writes.ts'
import { requireUser, type Who } from '../modules/people/person.writes.ts'
import { type CliCommand, listed, optionParser } from './command.ts'
import { addPersonOptions, parseWho } from './values.ts'

export const COMMANDS = [addCreate, addList, addUpdate, addRemove]

const MEMBER = ['<member>', 'id or email of the member', optionParser(parseWho)] as const

async function idOf(prisma: PrismaClient, who: Who): Promise<string> {
  return 'userId' in who ? who.userId : (await requireUser(prisma, who)).id
}

type CreateOptions = Omit<NewMember, 'firmId'> & { readonly firm: string }

function addCreate(member: CliCommand): void {
  const command = member
    .add(
      'create',
      'create a user as a member of a firm',
      'member create --firm firm_01M7… --name "Ivo Lund" --email ivo@example.com --role admin',
    )
    .requiredOption('--firm <id>', 'the firm')
  addPersonOptions(command)
    .addOption(roleOption().default('member'))
    .onSchema(async ({ prisma }, { firm: firmId, ...person }: CreateOptions) => {
      const user = await add(operator(prisma), { ...person, firmId })
      return { json: user, lines: [`Member ${user.id}`] }
    })
}

type FirmOptions = Pick<CreateOptions, 'firm'>

function addList(member: CliCommand): void {
  member
    .add('list', 'list the members of a firm', 'member list --firm firm_01M7…')
    .requiredOption('--firm <id>', 'the firm')
    .onSchema(async ({ prisma }, { firm }: FirmOptions) => {
      const data = await listMembers(prisma, firm)
      return listed(
        data,
        ({ userId, role, email, name, isProved }) =>
          `${userId}  ${role}  ${email}  ${name}${isProved ? '' : '  (address not proved)'}`,
        'No members.',
      )
    })
}

function addUpdate(member: CliCommand): void {
  member
    .add(
      'update',
      'change the role of a member; one who loses rights is signed out',
      'member update ivo@example.com --firm firm_01M7… --role admin',
    )
    .argument(...MEMBER)
    .requiredOption('--firm <id>', 'the firm')
    .addOption(roleOption().makeOptionMandatory())
    .onSchema(async ({ prisma }, who: Who, { firm, role }: FirmOptions & { role: Role }) => {
      const userId = await idOf(prisma, who)
      const member = await setRole(operator(prisma), { firmId: firm, userId, role })
      return { json: member, lines: [`Member ${member.userId}: ${role}`] }
    })
}

function addRemove(member: CliCommand): void {
  member
    .add(
      'remove',
      'remove a member from a firm and sign them out; their account stays',
      'member remove ivo@example.com --firm firm_01M7…',
    )
    .argument(...MEMBER)
    .requiredOption('--firm <id>', 'the firm')
    .onSchema(async ({ prisma }, who: Who, { firm }: FirmOptions) => {
      const userId = await idOf(prisma, who)
      const removed = await removeMember(operator(prisma), { firmId: firm, userId })
      const lines = [`${removed.name} is no longer a member of ${firm}.`]
      if (removed.keys.length > 0)
        lines.push('They have seen secrets of these keys, which still work. Roll or revoke them:')
      return { json: removed, lines: [...lines, ...removed.keys.map((id) => `  ${id}`)] }
    })
}

function roleOption(): Option {
  return new Option(
    '--role <role>',
    'admins manage keys and members, developers sandbox keys',
  ).choices(Object.values(Role))
}
