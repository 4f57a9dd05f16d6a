import type { Command } from 'commander'
import { OPERATOR } from '../modules/audit/audit.writes.ts'
import { parseEmail } from '../modules/people/email.ts'
import { baseUrl } from './base-url.ts'
import { accept, addCommand } from './command.ts'
import type { Runner } from './runner.ts'
import { shownOnce } from './values.ts'

export function addInvite(program: Command, runner: Runner): void {
  addCommand(program, 'invite', {
    does: 'print a link with which a user sets their password, once, within seven days',
    example: 'invite --email ivo@example.com',
  })
    .requiredOption(
      '--email <address>',
      'whose password; an earlier link of theirs ends',
      accept(parseEmail),
    )
    .action(
      runner.withSchema(async ({ prisma, config }, { email }: { email: string }) => {
        const { invitePerson } = await import('../modules/people/passwords.writes.ts')
        const { token, ...invited } = await invitePerson(prisma, OPERATOR, { email })
        const link = `${baseUrl(config)}/invitation/${token}`
        const until = `Good until ${invited.expiresAt.toISOString()}.`
        return {
          members: { ...invited, link },
          lines: [`For ${invited.name} <${email}>`, ...shownOnce(link), until],
        }
      }),
    )
}
