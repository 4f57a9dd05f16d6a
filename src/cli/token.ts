import type { Command } from 'commander'
import type { TokenScope } from '../access/caller.ts'
import { instantOf } from '../database/clock.ts'
import { OPERATOR } from '../modules/audit/audit.writes.ts'
import { parseName } from '../values/name.ts'
import { addCommand, addCommandGroup, optionParser } from './command.ts'
import type { Runner } from './runner.ts'
import { type Expiry, expiryOption, formatSecret, tokenScopesOption } from './values.ts'

export function addToken(program: Command, runner: Runner): void {
  const token = addCommandGroup(program, 'token', {
    description: 'access tokens, which act as a user',
    example: 'token create --user user_01M7…',
  })
  for (const add of [addCreate, addList, addRevoke]) add(token, runner)
}

interface CreateOptions {
  user: string
  name?: string
  scopes?: TokenScope[]
  expiresAt?: Expiry
}

function addCreate(token: Command, runner: Runner): void {
  addCommand(token, 'create', {
    description: 'create an access token and print it (shown only once)',
    example:
      'token create --user user_01M7… --scopes plants,portfolio:read --expires-at 2027-01-01',
  })
    .requiredOption('--user <id>', 'the user it acts as')
    .option('--name <text>', 'name of the token', optionParser(parseName))
    .addOption(tokenScopesOption())
    .addOption(expiryOption())
    .action(
      runner.withSchema(async ({ prisma }, { user, expiresAt, ...options }: CreateOptions) => {
        const { createToken } = await import('../modules/tokens/token.writes.ts')
        const input = { ...options, expiresAt: expiresAt?.at, userId: user }
        const { token: secret, ...created } = await createToken(prisma, OPERATOR, input)
        const line = `Token ${created.id} (${created.scopes.join(', ')})`
        return { json: { ...created, secret }, lines: [line, ...formatSecret(secret)] }
      }),
    )
}

function addList(token: Command, runner: Runner): void {
  addCommand(token, 'list', {
    description: 'list the access tokens of a user',
    example: 'token list --user user_01M7…',
  })
    .requiredOption('--user <id>', 'the user')
    .action(
      runner.withSchema(async ({ prisma }, { user }: { user: string }) => {
        const { listAllTokens } = await import('../modules/tokens/token.reads.ts')
        const data = await listAllTokens(prisma, user, await instantOf(prisma))
        const lines = data.map(
          ({ id, state, reference, name, scopes }) =>
            `${id}  ${state}  ${reference}  ${name}  ${scopes.join(',')}`,
        )
        return { json: { data }, lines: lines.length > 0 ? lines : ['No tokens.'] }
      }),
    )
}

function addRevoke(token: Command, runner: Runner): void {
  addCommand(token, 'revoke <id>', {
    description: 'revoke an access token (cannot be undone)',
    example: 'token revoke token_01M7…',
  }).action(
    runner.withSchema(async ({ prisma }, tokenId: string) => {
      const { revokeToken } = await import('../modules/tokens/token.writes.ts')
      const revoked = await revokeToken(prisma, OPERATOR, { tokenId })
      return { json: revoked, lines: [`Token ${tokenId} is revoked.`] }
    }),
  )
}
