import { Option } from 'commander'
import { Environment } from '../generated/prisma/enums.ts'
import { operator } from '../modules/audit/audit.writes.ts'
import { findUsers, type ListedUser } from '../modules/people/person.reads.ts'
import {
  createClient,
  EMAIL_TAKEN,
  type NewClient,
  parseCurrency,
} from '../modules/people/person.writes.ts'
import { type BadLine, type ClientTerms, type ListedClient, readClientList } from './client-list.ts'
import { type CliCommand, type CommandResult, faultLines, optionParser, toJson } from './command.ts'
import { openSource } from './import.ts'
import { sendInvitation } from './invite.ts'
import type { Session } from './runner.ts'
import { addPersonOptions } from './values.ts'

export function addCreate(client: CliCommand): void {
  const command = client.add(
    'create',
    'create a client with an empty portfolio',
    'client create --name "Ada Hale" --email ada@example.com --currency EUR',
  )
  addPersonOptions(command)
    .addOption(environmentOption())
    .addOption(currencyOption())
    .onSchema(async ({ prisma }, options: NewClient) => {
      const client = await createClient(operator(prisma), options)
      return { json: client, lines: [`Client ${client.id}`] }
    })
}

function environmentOption(): Option {
  return new Option('--environment <name>', 'production or sandbox (cannot be changed later)')
    .choices(Object.values(Environment))
    .default('production')
}

function currencyOption(): Option {
  return new Option('--currency <code>', 'portfolio currency, ISO 4217 (cannot be changed later)')
    .argParser(optionParser(parseCurrency))
    .default('USD')
}

interface ListOptions extends ClientTerms {
  readonly invite?: boolean
  readonly json?: boolean
}

export function addCreateAll(client: CliCommand): void {
  const { runner } = client
  client
    .add(
      'create-all',
      'create the clients of a list who do not exist yet, or nothing if a line is bad',
      'client create-all clients.csv --currency EUR --invite',
      'print one JSON object per client',
    )
    .argument(
      '<file>',
      'CSV or NDJSON with name, email and perhaps environment and currency; - reads standard input',
    )
    .addOption(environmentOption())
    .addOption(currencyOption())
    .option('--invite', 'invite those who have neither a password nor an invitation')
    .onSchema(async (session, file: string, { json, invite = false, ...terms }: ListOptions) => {
      const { source } = await openSource(file, runner.terminal.stdin)
      const { clients, bad } = await readClientList(source, terms)
      const emails = clients.map(({ email }) => email)
      const users = await findUsers(session.pool, emails)
      const refused = [...bad, ...takenLines(clients, users)]
      if (refused.length > 0) return describeBadLines(refused)
      let error: CommandResult['error']
      for (const [i, wanted] of clients.entries()) {
        const made = await createOne(session, wanted, users.get(wanted.email), invite)
        error ??= made.error
        // Written now: a link is shown only once, and the command may be stopped.
        const text = json ? toJson(made.json) : made.lines.join('\n')
        const remedy = 'invitation' in made.json ? `. ${newLink(wanted.email)}` : ''
        await runner.terminal.write(`${text}\n`, `the line of ${wanted.email} is lost${remedy}`)
        if ((i + 1) % 20 === 0) runner.progressStream?.write(`${i + 1} of ${clients.length}\n`)
      }
      const created = emails.filter((email) => !users.has(email)).length
      const total = `${created} created, ${clients.length - created} existed already.`
      return { json: null, lines: [total], error }
    })
}

function takenLines(
  clients: readonly ListedClient[],
  users: ReadonlyMap<string, ListedUser>,
): BadLine[] {
  return clients
    .filter(({ email }) => users.get(email)?.currency === null)
    .map(({ line }) => ({ line, reason: EMAIL_TAKEN }))
}

function describeBadLines(unsorted: readonly BadLine[]): CommandResult {
  const bad = [...unsorted].sort((a, b) => a.line - b.line)
  const lines = faultLines(bad.map(({ line, reason }) => [`line ${line}`, reason]))
  const message = `Nothing was created: the list has bad lines (${bad.length}).`
  return { json: { bad }, lines, error: { code: 'invalid_parameter', message } }
}

function newLink(email: string): string {
  return `For a new link: orangery invite --email ${email}`
}

async function createOne(
  session: Session,
  { line: _, ...wanted }: ListedClient,
  user: ListedUser | undefined,
  invite: boolean,
): Promise<CommandResult & { readonly json: object }> {
  const { id, name, email, environment, currency } =
    user ?? (await createClient(operator(session.prisma), wanted))
  const mayInvite = invite && (user?.lacksPassword ?? true)
  const json = { id, name, email, environment, currency, created: !user }
  const first = `Client ${id}  ${email}  ${user ? 'existed already' : 'created'}`
  if (!mayInvite) return { json, lines: [first] }
  // An earlier run may have been stopped before it printed the link, which is not stored in clear.
  const again = `  Invited already. ${newLink(email)}`
  if (user?.isInvited) return { json: { ...json, invited: true }, lines: [first, again] }
  const invitation = await sendInvitation(session, { email })
  return {
    json: { ...json, invitation: invitation.json },
    lines: [first, ...invitation.lines.map((each) => `  ${each}`)],
    error: invitation.error,
  }
}
