import type { Command } from 'commander'
import { baseUrl } from '../base-url.ts'
import type { Config } from '../config.ts'
import { OPERATOR } from '../modules/audit/audit.writes.ts'
import { parseEmail } from '../modules/people/email.ts'
import type { Invitation } from '../modules/people/invitation-mail.ts'
import { addCommand, optionParser } from './command.ts'
import type { CommandError } from './command-error.ts'
import type { CommandResult } from './command-result.ts'
import type { Runner } from './runner.ts'
import { formatSecret } from './values.ts'

const MAIL_TIMEOUT_MS = 60_000

export function addInvite(program: Command, runner: Runner): void {
  addCommand(program, 'invite', {
    description:
      'print or mail (MAIL_COMMAND) a link to set a password; works once, within seven days',
    example: 'invite --email ivo@example.com',
  })
    .requiredOption(
      '--email <address>',
      'who to invite; replaces any earlier link',
      optionParser(parseEmail),
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

// A link that could not be mailed is printed: it is valid and has replaced the earlier one.
async function deliver(
  { mailCommand }: Config,
  invitation: Invitation & { readonly userId: string },
): Promise<CommandResult> {
  const { link, ...invited } = invitation
  const user = `${invited.name} <${invited.email}>`
  const expiry = `Valid until ${invited.expiresAt.toISOString()}.`
  const printed = { json: invitation, lines: [`For ${user}`, ...formatSecret(link), expiry] }
  if (mailCommand === undefined) return printed
  const error = await mail(mailCommand, invitation)
  if (error) return { ...printed, error }
  return { json: { ...invited, mailed: true }, lines: [`Mailed to ${user}.`, expiry] }
}

async function mail(command: string, invitation: Invitation): Promise<CommandError | null> {
  const { toCommandError } = await import('./command-error.ts')
  const { invitationMail } = await import('../modules/people/invitation-mail.ts')
  const { runMailCommand } = await import('../mail/run-mail-command.ts')
  // Its errors help the operator.
  const options = { command, timeoutMs: MAIL_TIMEOUT_MS, errors: 'inherit' } as const
  return runMailCommand(options, invitationMail(invitation)).then(() => null, toCommandError)
}
