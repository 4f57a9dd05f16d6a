import { type Command, Option } from 'commander'
import { Environment } from '../generated/prisma/enums.ts'
import { OPERATOR } from '../modules/audit/audit.writes.ts'
import { parseEmail } from '../modules/people/email.ts'
import { type NewClient, parseCurrency } from '../modules/people/person.writes.ts'
import { parseName } from '../values/name.ts'
import { addClientData } from './client-data.ts'
import { addCommand, addCommandGroup, optionParser } from './command.ts'
import type { Runner } from './runner.ts'

export function addClient(program: Command, runner: Runner): void {
  const client = addCommandGroup(program, 'client', {
    description: 'clients, the owners of portfolios',
    example: 'client create --name "Ada Hale" --email ada@example.com',
  })
  for (const add of [addCreate, addList, addResync, addClientData]) add(client, runner)
}

function addCreate(client: Command, runner: Runner): void {
  addCommand(client, 'create', {
    description: 'create a client with an empty portfolio',
    example: 'client create --name "Ada Hale" --email ada@example.com --currency EUR',
  })
    .requiredOption('--name <text>', 'full name', optionParser(parseName))
    .requiredOption('--email <address>', 'email address (must be unique)', optionParser(parseEmail))
    .addOption(
      new Option('--environment <name>', 'production or sandbox (cannot be changed later)')
        .choices(Object.values(Environment))
        .default('production'),
    )
    .option(
      '--currency <code>',
      'portfolio currency, ISO 4217 (cannot be changed later)',
      optionParser(parseCurrency),
      'USD',
    )
    .action(
      runner.withSchema(async ({ prisma }, options: NewClient) => {
        const { createClient } = await import('../modules/people/person.writes.ts')
        const client = await createClient(prisma, OPERATOR, options)
        return { json: client, lines: [`Client ${client.id}`] }
      }),
    )
}

function addList(client: Command, runner: Runner): void {
  addCommand(client, 'list', { description: 'list all clients', example: 'client list' }).action(
    runner.withSchema(async ({ prisma }) => {
      const { listClients } = await import('../modules/people/person.reads.ts')
      const data = await listClients(prisma)
      const lines = data.map(
        ({ id, environment, currency, email, name }) =>
          `${id}  ${environment}  ${currency}  ${email}  ${name}`,
      )
      return { json: { data }, lines: lines.length > 0 ? lines : ['No clients.'] }
    }),
  )
}

function addResync(client: Command, runner: Runner): void {
  addCommand(client, 'resync', {
    description:
      'make each mirror read its whole list again; needed after a restore without orangery restore',
    example: 'client resync',
  }).action(
    runner.withSchema(async ({ pool }) => {
      const { markRestored } = await import('../database/mark-restored.ts')
      const clients = await markRestored(pool)
      return {
        json: { clients },
        lines: [`The next walk of each mirror is full: ${clients} clients.`],
      }
    }),
  )
}
