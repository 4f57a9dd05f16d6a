import { type Command, Option } from 'commander'
import { OPERATOR } from '../modules/audit/audit.writes.ts'
import { parseCurrency } from '../modules/people/currency.ts'
import { parseEmail } from '../modules/people/email.ts'
import type { NewClient } from '../modules/people/person.writes.ts'
import { parseName } from '../values/name.ts'
import { accept, addCommand, addNoun } from './command.ts'
import type { Runner } from './runner.ts'
import { ENVIRONMENTS } from './values.ts'

export function addClient(program: Command, runner: Runner): void {
  const client = addNoun(program, 'client', {
    does: 'the people whose portfolios are read',
    example: 'client create --name "Ada Hale" --email ada@example.com',
  })
  addCommand(client, 'create', {
    does: 'create a client with an empty portfolio',
    example: 'client create --name "Ada Hale" --email ada@example.com --currency EUR',
  })
    .requiredOption('--name <text>', 'their name', accept(parseName))
    .requiredOption('--email <address>', 'theirs alone', accept(parseEmail))
    .addOption(
      new Option('--environment <name>', 'which keys may read it, for good')
        .choices(ENVIRONMENTS)
        .default('production'),
    )
    .option('--currency <code>', 'ISO 4217, for good', accept(parseCurrency), 'USD')
    .action(
      runner.withSchema(async ({ prisma }, options: NewClient) => {
        const { createClient } = await import('../modules/people/person.writes.ts')
        const client = await createClient(prisma, OPERATOR, options)
        return { members: client, lines: [`Client ${client.id}`] }
      }),
    )
}
