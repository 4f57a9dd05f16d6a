import type { Logger } from 'pino'
import type { Person } from '../access/caller.ts'
import type { RequestContext } from '../access/request-context.ts'
import type { PrismaClient } from '../generated/prisma/client.ts'
import { recordSignInEvent } from '../modules/people/sign-in-event.writes.ts'
import { isCleanText } from '../values/text.ts'
import { SignedIn } from './sign-in-context.ts'

/** What is recorded of each path that changes something. */
export const ACTIONS: Readonly<Record<string, string>> = {
  '/api/auth/sign-in/email': 'sign_in',
  '/api/auth/sign-out': 'sign_out',
  '/api/auth/change-password': 'password_change',
  '/api/auth/confirm': 'confirm',
  '/api/auth/revoke-session': 'session_end',
  '/api/auth/revoke-other-sessions': 'other_sessions_end',
  '/api/auth/two-factor/enable': 'second_factor_begin',
  '/api/auth/two-factor/disable': 'second_factor_off',
  '/api/auth/two-factor/generate-backup-codes': 'recovery_codes',
  '/api/auth/two-factor/verify-totp': 'second_step',
  '/api/auth/two-factor/verify-backup-code': 'second_step',
  '/api/invitations': 'invitation',
}

// A request that cannot be read has tried nothing.
const NOT_EVENTS = ['invalid_body', 'unsupported_media_type', 'body_too_large', 'invalid_parameter']

/** One request at a path of sign-in, and how it ended. */
export interface SignInRequest {
  readonly path: string
  readonly requestContext: RequestContext
  readonly person: Person | null
  readonly agent: string
  /** What was sent and answered; secrets in them are not looked at. */
  readonly sent: unknown
  readonly answered: unknown
  /** Who waits for a second step, where somebody does. */
  readonly waiting: string | null
  /** Null: it was not refused. */
  readonly refusal: string | null
}

/**
 * Writes the log line and, where it is known whose account it was, the event. Never throws. An email
 * that nobody has is in neither: what is typed in that field may be a password.
 */
export async function record(
  prisma: PrismaClient,
  log: Logger,
  seen: SignInRequest,
): Promise<void> {
  const action = ACTIONS[seen.path]
  const outcome = outcomeOf(seen)
  if (action === undefined || NOT_EVENTS.includes(outcome)) return
  const { requestContext, agent } = seen
  const common = { action, outcome, address: requestContext.ip, agent }
  try {
    const userId = await accountOf(prisma, seen)
    log.info({ request_id: requestContext.requestId, user_id: userId, ...common }, 'sign-in')
    if (userId === null) return
    const { requestId, now: at } = requestContext
    await recordSignInEvent(prisma, { userId, ...common, requestId, at })
  } catch (error) {
    log.error(
      { err: error, request_id: requestContext.requestId, ...common },
      'sign-in not recorded',
    )
  }
}

function outcomeOf({ refusal, answered }: SignInRequest): string {
  if (refusal !== null) return refusal
  const asked = typeof answered === 'object' && answered !== null && 'twoFactorRedirect' in answered
  return asked ? 'second_step_asked' : 'ok'
}

async function accountOf(prisma: PrismaClient, seen: SignInRequest): Promise<string | null> {
  const signedIn = SignedIn.safeParse(seen.answered)
  if (signedIn.success) return signedIn.data.user.id
  const email = ACTIONS[seen.path] === 'sign_in' ? emailIn(seen.sent) : null
  if (email === null) return seen.person?.userId ?? seen.waiting
  const found = await prisma.user.findUnique({ where: { email }, select: { id: true } })
  return found?.id ?? null
}

function emailIn(sent: unknown): string | null {
  const email = typeof sent === 'object' && sent !== null ? Reflect.get(sent, 'email') : null
  if (typeof email !== 'string' || email.length > 254 || !isCleanText(email)) return ''
  return email.trim().toLowerCase()
}
