import { DEFAULT_TOKEN_SCOPES, TOKEN_SCOPES, type TokenScope } from '../access/caller.ts'
import { instantOf } from '../database/clock.ts'
import { operator } from '../modules/audit/audit.writes.ts'
import { listAllTokens } from '../modules/tokens/token.reads.ts'
import { createToken, revokeToken } from '../modules/tokens/token.writes.ts'
import { parseName } from '../values/text-rules.ts'
import { type CliCommand, listed, optionParser } from './command.ts'
import { type Expiry, expiryOption, formatSecret, scopesOption } from './values.ts'

export const COMMANDS = [addCreate, addList, addRevoke]

interface CreateOptions {
  user: string
  name?: string
  scopes?: TokenScope[]
  expiresAt?: Expiry
}

function addCreate(token: CliCommand): void {
  token
    .add(
      'create',
      'create an access token and print it (shown only once)',
      'token create --user user_01M7… --scopes plants,portfolio:read --expires-at 2027-01-01',
    )
    .requiredOption('--user <id>', 'the user it acts as')
    .option('--name <text>', 'name of the token', optionParser(parseName))
    .addOption(scopesOption(TOKEN_SCOPES, `; default ${DEFAULT_TOKEN_SCOPES.join(', ')}`))
    .addOption(expiryOption())
    .onSchema(async ({ prisma }, { user, expiresAt, ...options }: CreateOptions) => {
      const input = { ...options, expiresAt: expiresAt?.at, userId: user }
      const created = await createToken(operator(prisma), input)
      const line = `Token ${created.id} (${created.scopes.join(', ')})`
      return { json: created, lines: [line, ...formatSecret(created.secret)] }
    })
}

function addList(token: CliCommand): void {
  token
    .add('list', 'list the access tokens of a user', 'token list --user user_01M7…')
    .requiredOption('--user <id>', 'the user')
    .onSchema(async ({ prisma }, { user }: { user: string }) => {
      const data = await listAllTokens(prisma, user, await instantOf(prisma))
      return listed(data, ['id', 'state', 'reference', 'name', 'scopes'], 'No tokens.')
    })
}

function addRevoke(token: CliCommand): void {
  token
    .add('revoke <id>', 'revoke an access token (cannot be undone)', 'token revoke token_01M7…')
    .onSchema(async ({ prisma }, tokenId: string) => {
      const revoked = await revokeToken(operator(prisma), { tokenId })
      return { json: revoked, lines: [`Token ${tokenId} is revoked.`] }
    })
}
