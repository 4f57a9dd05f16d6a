import type { Logger } from 'pino'
import { change } from '../database/change.ts'
import { memberOf } from '../errors.ts'
import { measured } from '../measured.ts'
import { type AccountNews, addAccountNews, NEWS_OF } from '../modules/people/account-news.ts'
import { normalizeEmail } from '../modules/people/email.ts'
import { keepLanguage } from '../modules/people/mail-settings.writes.ts'
import type { SignInAction } from '../modules/people/sign-in-event.type.ts'
import { recordSignInEvent } from '../modules/people/sign-in-event.writes.ts'
import { isCleanText } from '../values/text-rules.ts'
import { SignedIn, type SignInContext } from './sign-in-context.ts'

// Malformed requests are not attempts.
const NOT_EVENTS = ['invalid_body', 'unsupported_media_type', 'body_too_large', 'invalid_parameter']

export interface CompletedRequest {
  /** The action of the path. Null: it changes nothing. */
  readonly action: SignInAction | null
  /** The bodies. Only the email and the user are read from them, never a secret. */
  readonly requestBody: unknown
  readonly responseBody: unknown
  /** The code of the error; null if the request succeeded. */
  readonly errorCode: string | null
}

/** Writes the log line, and the event of a known account: an unknown email may be a password. Never throws. */
export async function recordSignInRequest(
  context: SignInContext,
  log: Logger,
  completed: CompletedRequest,
): Promise<void> {
  const { action } = completed
  const outcome = outcomeOf(completed)
  if (action === null || NOT_EVENTS.includes(outcome)) return
  measured.emit('signIn', action, outcome)
  const { agent } = context
  const { requestId, ip: address, now: at } = context.requestContext
  const common = { action, outcome, address, agent }
  try {
    const signedIn = SignedIn.safeParse(completed.responseBody).data?.user
    const userId = signedIn?.id ?? (await findUserId(context, completed))
    log.info({ request_id: requestId, user_id: userId, ...common }, 'sign-in')
    if (userId === null) return
    const hasNews = context.services.sendsMail && completed.errorCode === null
    const news = hasNews ? newsOf(context, action, signedIn?.email) : null
    const language = signedIn ? context.language : null
    await change(context.prisma, async (tx) => {
      if (language) await keepLanguage(tx, { userId, language })
      if (news) await addAccountNews(tx, { userId, news, agent }, at)
      await recordSignInEvent(tx, { userId, ...common, requestId, at })
    })
  } catch (error) {
    log.error({ err: error, request_id: requestId, ...common }, 'sign-in not recorded')
  }
}

// Of a sign-in, the news is the browser; of a second step in a session, the set-up that it completes.
function newsOf(
  context: SignInContext,
  action: SignInAction,
  signedIn: string | undefined,
): AccountNews | null {
  if (action === 'second_step' && context.person) return 'second_factor_set'
  const news = NEWS_OF[action] ?? null
  if (news !== 'new_browser') return news
  return signedIn !== undefined && !context.isKnownBrowser(signedIn) ? news : null
}

function outcomeOf({ errorCode, responseBody }: CompletedRequest): string {
  if (errorCode !== null) return errorCode
  return memberOf(responseBody, 'twoFactorRedirect') === undefined ? 'ok' : 'second_step_asked'
}

async function findUserId(context: SignInContext, { action, requestBody }: CompletedRequest) {
  // Only these are about the account of the email in the body, independent of the sender.
  if (action !== 'sign_in' && action !== 'password_reset')
    return context.person?.userId ?? context.waiting?.userId ?? null
  const text = memberOf(requestBody, 'email')
  if (typeof text !== 'string' || text.length > 254 || !isCleanText(text)) return null
  const where = { email: normalizeEmail(text) }
  const user = await context.prisma.user.findUnique({ where, select: { id: true } })
  return user?.id ?? null
}
