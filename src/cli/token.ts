import type { Command } from 'commander'
import type { TokenScope } from '../access/caller.ts'
import { OPERATOR } from '../modules/audit/audit.writes.ts'
import { parseName } from '../values/name.ts'
import { accept, addCommand, addNoun } from './command.ts'
import type { Runner } from './runner.ts'
import { type Expiry, expiryOption, formatSecret, tokenScopesOption } from './values.ts'

export function addToken(program: Command, runner: Runner): void {
  const token = addNoun(program, 'token', {
    does: 'access tokens, which act as their users',
    example: 'token create --user user_01M7…',
  })
  addCreate(token, runner)
  addRevoke(token, runner)
}

interface CreateOptions {
  user: string
  name?: string
  scopes?: TokenScope[]
  expiresAt?: Expiry
}

function addCreate(token: Command, runner: Runner): void {
  addCommand(token, 'create', {
    does: 'create an access token and print it, once',
    example:
      'token create --user user_01M7… --scopes plants,portfolio:read --expires-at 2027-01-01',
  })
    .requiredOption('--user <id>', 'the user it acts as')
    .option('--name <text>', 'its name', accept(parseName))
    .addOption(tokenScopesOption())
    .addOption(expiryOption())
    .action(
      runner.withSchema(async ({ prisma }, { user, expiresAt, ...options }: CreateOptions) => {
        const { createToken } = await import('../modules/tokens/token.writes.ts')
        const input = { ...options, expiresAt: expiresAt?.at, userId: user }
        const created = await createToken(prisma, OPERATOR, input)
        const lines = [`Token ${created.id} (${created.scopes.join(', ')})`]
        return { members: created, lines: [...lines, ...formatSecret(created.token)] }
      }),
    )
}

function addRevoke(token: Command, runner: Runner): void {
  addCommand(token, 'revoke <id>', {
    does: 'end an access token for good',
    example: 'token revoke token_01M7…',
  }).action(
    runner.withSchema(async ({ prisma }, tokenId: string) => {
      const { revokeToken } = await import('../modules/tokens/token.writes.ts')
      const revoked = await revokeToken(prisma, OPERATOR, { tokenId })
      return { members: revoked, lines: [`Token ${tokenId} is revoked.`] }
    }),
  )
}
