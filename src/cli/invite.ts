import type { Mailer } from '../mail/mailer.ts'
import type { Invitation } from '../modules/people/invitation-mail.ts'
import type { Invitee } from '../modules/people/password.writes.ts'
import { type CliCommand, type CommandResult, optionParser } from './command.ts'
import type { Session } from './runner.ts'

export async function addInvite(program: CliCommand, argv: readonly string[]): Promise<void> {
  // Its library takes long to load, and the help of the program needs none of it.
  const parse = argv.includes('invite')
    ? (await import('../modules/people/email.ts')).parseEmail
    : String
  program
    .add(
      'invite',
      'print a link to set a password, or mail it with MAIL_COMMAND or SMTP_URL; works once, within seven days',
      'invite --email ivo@example.com',
    )
    .requiredOption(
      '--email <address>',
      'who to invite; replaces any earlier link',
      optionParser(parse),
    )
    .onSchema((session, { email }: { email: string }) => sendInvitation(session, { email }))
}

/** Invites a user, and mails the link or prints it. */
export async function sendInvitation(session: Session, invitee: Invitee): Promise<CommandResult> {
  const { baseUrl } = await import('../config.ts')
  const { createMailer } = await import('../mail/mailer.ts')
  const { readGatewaySettings } = await import('../database/gateway-settings.ts')
  // The operator sees the error output of the mail command.
  const mailer = createMailer(session.config, 'inherit')
  const gateway = await readGatewaySettings(session.prisma)
  // Where mail is sent, nobody but the mailbox gets a link.
  if (mailer || gateway?.sendsMail) return mail(session, invitee, mailer)
  return print(session, invitee, baseUrl(session.config, gateway?.address))
}

async function print({ prisma }: Session, invitee: Invitee, url: string): Promise<CommandResult> {
  const { operator } = await import('../modules/audit/audit.writes.ts')
  const { invitePerson } = await import('../modules/people/password.writes.ts')
  const { formatSecret } = await import('./values.ts')
  const { token, ...invited } = await invitePerson(operator(prisma), invitee)
  const link = `${url}/invitation/${token}`
  const lines = [`For ${describe(invited)}`, ...formatSecret(link), ...(await factsOf(invited))]
  return { json: { ...invited, link }, lines }
}

// Does not print the link: only the mailbox gets it, so using the link proves the address.
async function mail(
  { prisma, pool }: Session,
  invitee: Invitee,
  mailer: Mailer | null,
): Promise<CommandResult> {
  const { operator } = await import('../modules/audit/audit.writes.ts')
  const { invitePersonByMail } = await import('../modules/people/password.writes.ts')
  const { databaseClock } = await import('../database/clock.ts')
  const { toCommandError } = await import('./command-error.ts')
  const { sendOne } = await import('../modules/mails/send-mails.ts')
  const { MAIL_WRITERS } = await import('../modules/notices/mail-writers.ts')
  const { mailId, ...invited } = await invitePersonByMail(operator(prisma), invitee)
  if (!mailer) {
    const first = `The gateway mails it to ${describe(invited)}.`
    return { json: { ...invited, mailed: false }, lines: [first, ...(await factsOf(invited))] }
  }
  const post = { prisma, mailer, writers: MAIL_WRITERS, now: databaseClock(pool) }
  let failure: unknown
  const sent = await sendOne(post, mailId, (error) => {
    failure = error
  })
  const json = { ...invited, mailed: sent === 'sent' }
  if (failure !== undefined) return { json, lines: [AGAIN], error: toCommandError(failure) }
  const first = sent === 'sent' ? `Mailed to ${describe(invited)}.` : AGAIN
  return { json, lines: [first, ...(await factsOf(invited))] }
}

const AGAIN = 'The mail waits. A gateway with MAIL_COMMAND or SMTP_URL tries it again.'

type Invited = Omit<Invitation, 'link'>

function describe({ name, email }: Invited): string {
  return `${name} <${email}>`
}

async function factsOf({ expiresAt, ends }: Invited): Promise<string[]> {
  const { wordsIn } = await import('../mail/translated-words.ts')
  const { endedByLink } = await import('../modules/people/invitation-mail.ts')
  const { SOURCE } = await import('../values/languages.ts')
  const ended = endedByLink({ ends }, wordsIn(SOURCE))
  return [`Valid until ${expiresAt.toISOString()}.`, ...(ended ? [ended] : [])]
}
