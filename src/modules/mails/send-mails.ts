import type { Clock } from '../../database/clock.ts'
import { isDatabaseRefusing } from '../../errors.ts'
import type { MailKind, MailState, PrismaClient } from '../../generated/prisma/client.ts'
import type { Mail } from '../../mail/format-mail.ts'
import type { Mailer } from '../../mail/mailer.ts'
import { type MailWords, wordsIn } from '../../mail/translated-words.ts'
import { type MailOutcome, measured } from '../../measured.ts'
import type { Store } from '../jobs/job-health.ts'
import { type ClaimedMail, claimMail, finishMail } from './claim.writes.ts'
import { mailLanguageOf } from './recipients.ts'

/** The context in which a mail is written. */
interface WritingContext {
  readonly prisma: PrismaClient
  readonly urlOf: Mailer['urlOf']
  readonly now: Date
  /** With which the addresses of connection links are signed. Undefined at the command line, which sends invitations alone. */
  readonly linkKey: string | undefined
  /** The words in the language of the person who gets the mail. */
  readonly words: MailWords
}

/** Writes a mail when it is sent. Its links are only in it. The result is null if it is not useful any more. */
export type MailWriter = (
  mail: Pick<ClaimedMail, 'email' | 'about'>,
  context: WritingContext,
) => Promise<Mail | null>

/** The parts with which waiting mails are sent. */
export interface MailPost {
  readonly prisma: PrismaClient
  readonly mailer: Mailer
  readonly writers: Readonly<Record<MailKind, MailWriter>>
  readonly now: Clock
  readonly linkKey?: string
}

const OUTCOMES: Readonly<Record<MailState, MailOutcome>> = {
  sent: 'sent',
  waiting: 'failed',
  failed: 'given_up',
  dropped: 'dropped',
}

interface Sending {
  readonly signal?: AbortSignal
  /** Stores the outcome. */
  readonly store: Store
}

const ONCE: Sending = { store: (write) => write() }

/**
 * Writes and sends a mail that was claimed. Returns its state: `failed` if it was given up, `waiting` if it is tried
 * again. `onFailure` gets the error of a try that failed. If the command took the mail and the process ended before
 * that was stored, the mail is sent again, with a header that says so.
 */
export async function sendClaimed(
  post: MailPost,
  claimed: ClaimedMail,
  onFailure: (error: unknown) => void,
  { signal, store }: Sending = ONCE,
): Promise<MailState> {
  const { prisma, mailer, writers, now, linkKey } = post
  let isWritten = false
  const attempt = async () => {
    const language = await mailLanguageOf(prisma, claimed.email)
    const { urlOf } = mailer
    const context = { prisma, urlOf, now: await now(), linkKey, words: wordsIn(language) }
    const mail = await writers[claimed.kind](claimed, context)
    isWritten = true
    if (mail === null) return 'dropped' as const
    await mailer.send(mail, { ...claimed, language }, signal)
    return 'sent' as const
  }
  const outcome = await attempt().catch((error: unknown) => {
    if (!isWritten && isDatabaseRefusing(error)) throw error
    onFailure(error)
    return 'not_taken' as const
  })
  const finish = async () => finishMail(prisma, claimed, outcome, await now())
  const state = await store(finish, signal)
  measured.emit('mail', OUTCOMES[state])
  return state
}

/** Sends one mail, if no other process sends it and the limits of the address allow it. */
export async function sendOne(post: MailPost, id: string, onFailure: (error: unknown) => void) {
  const claim = await claimMail(post.prisma, await post.now(), id)
  if (claim === null) return 'waiting'
  return claim.isDropped ? 'dropped' : sendClaimed(post, claim, onFailure)
}
