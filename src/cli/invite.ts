import type { Command } from 'commander'
import type { Config } from '../config.ts'
import { OPERATOR } from '../modules/audit/audit.writes.ts'
import { parseEmail } from '../modules/people/email.ts'
import { baseUrl } from './base-url.ts'
import { accept, addCommand } from './command.ts'
import type { CommandResult } from './command-result.ts'
import type { Failure } from './failure.ts'
import { type Invitation, invitationMail, sendMail } from './mail.ts'
import type { Runner } from './runner.ts'
import { formatSecret } from './values.ts'

export function addInvite(program: Command, runner: Runner): void {
  addCommand(program, 'invite', {
    does: 'print a link with which a user sets their password, once, within seven days, or mail it to them (MAIL_COMMAND)',
    example: 'invite --email ivo@example.com',
  })
    .requiredOption(
      '--email <address>',
      'whose password; an earlier link of theirs ends',
      accept(parseEmail),
    )
    .action(
      runner.withSchema(async ({ prisma, config }, { email }: { email: string }) => {
        const { invitePerson } = await import('../modules/people/password.writes.ts')
        const { token, ...invited } = await invitePerson(prisma, OPERATOR, { email })
        const link = `${baseUrl(config)}/invitation/${token}`
        return deliver(config, { ...invited, link })
      }),
    )
}

// What could not be mailed is shown: the link before it has ended, and this one is still good.
async function deliver(
  { mailCommand }: Config,
  invitation: Invitation & { readonly userId: string },
): Promise<CommandResult> {
  const { link, ...invited } = invitation
  const whom = `For ${invited.name} <${invited.email}>`
  const until = `Good until ${invited.expiresAt.toISOString()}.`
  const shown = { members: invitation, lines: [whom, ...formatSecret(link), until] }
  if (mailCommand === undefined) return shown
  const failure = await mail(mailCommand, invitation)
  if (failure) return { ...shown, failure }
  return { members: { ...invited, mailed: true }, lines: [`${whom}: mailed.`, until] }
}

async function mail(command: string, invitation: Invitation): Promise<Failure | null> {
  const { explainFailure } = await import('./failure.ts')
  return sendMail(command, invitationMail(invitation)).then(() => null, explainFailure)
}
