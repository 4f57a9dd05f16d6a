import { z } from 'zod'
import type { Person } from '../access/caller.ts'
import { requireRecentCheck } from '../access/step-up.ts'
import { GatewayError } from '../errors.ts'
import { underOnePassword } from '../modules/people/one-password.ts'
import { MOST_UNITS, requireGoodPasswordOf } from '../modules/people/password.ts'
import {
  acceptInvitation,
  findInvited,
  recordPasswordChange,
} from '../modules/people/passwords.writes.ts'
import { listSessions, revokeOtherSessions, revokeSession } from '../modules/people/sessions.ts'
import { confirmIdentity, requireFactorToo } from './confirm.ts'
import {
  disableTwoFactor,
  enableTwoFactor,
  makeRecoveryCodes,
  verifyCode,
  verifyRecoveryCode,
} from './second-factor.ts'
import { answer, type Outcome, SignedIn, type Visit } from './visit.ts'

/** One path: reads the body, then does what was asked. */
export interface SignInRoute {
  readonly method: 'get' | 'post'
  readonly path: string
  /** Served also to staff who have no second factor yet. */
  readonly withoutFactor?: true
  serve(body: unknown, visit: Visit): Promise<Outcome>
}

const text = (name: string, most: number) => {
  const accepted = `${name} takes text of 1 to ${most} characters`
  return z.string(accepted).min(1, accepted).max(most, accepted)
}
const password = text('password', MOST_UNITS)
const Nothing = z.strictObject({})
const Password = z.strictObject({ password })
const code = text('code', 64)
const Code = z.strictObject({ code })
const Proof = z.strictObject({ password: password.optional(), code: code.optional() })
const Token = z.strictObject({ token: text('token', 100) })
const NewPassword = z.strictObject({ token: text('token', 100), password })
const SessionId = z.strictObject({ id: text('id', 64) })
const SignIn = z.strictObject({
  email: text('email', 254).transform((email) => email.trim().toLowerCase()),
  password,
  rememberMe: z.boolean('rememberMe takes true or false').optional(),
})
const ChangePassword = z.strictObject({
  currentPassword: text('currentPassword', MOST_UNITS),
  newPassword: text('newPassword', MOST_UNITS),
})

/** THE table: every path at which somebody signs in or sees to how they do. No other is served. */
export const ROUTES: readonly SignInRoute[] = [
  ...withoutFactor(
    get('/api/auth/get-session', (visit) => visit.pass('/get-session')),
    post('/api/auth/sign-in/email', SignIn, signIn),
    post('/api/auth/sign-out', Nothing, (_body, visit) => visit.pass('/sign-out', {})),
    post('/api/auth/two-factor/enable', Password, enableTwoFactor),
    post('/api/auth/two-factor/verify-totp', Code, verifyCode),
  ),
  post('/api/auth/change-password', ChangePassword, changePassword),
  post('/api/auth/confirm', Proof, confirmIdentity),

  get('/api/auth/list-sessions', async (visit) =>
    answer(await listSessions(visit.prisma, visit.requirePerson(), visit.exchange.now)),
  ),
  post('/api/auth/revoke-session', SessionId, async ({ id }, visit) => {
    await revokeSession(visit.prisma, recentlyChecked(visit), id)
    return answer({ status: true })
  }),
  post('/api/auth/revoke-other-sessions', Nothing, async (_body, visit) => {
    await revokeOtherSessions(visit.prisma, recentlyChecked(visit))
    return answer({ status: true })
  }),

  post('/api/auth/two-factor/disable', Password, disableTwoFactor),
  post('/api/auth/two-factor/generate-backup-codes', Password, makeRecoveryCodes),
  post('/api/auth/two-factor/verify-backup-code', Code, verifyRecoveryCode),

  post('/api/invitations/check', Token, ({ token }, { prisma, exchange, guess }) =>
    guess(null, async () => answer(await findInvited(prisma, token, exchange.now))),
  ),
  post('/api/invitations', NewPassword, async (body, visit) => {
    const { email } = await acceptInvited(body, visit)
    await visit.forgetTries(email)
    const outcome = await visit.pass('/sign-in/email', { email, password: body.password })
    return hasBegun(outcome) ? visit.remembered(outcome, email) : outcome
  }),
]

// Not where a second factor is still asked for.
function hasBegun({ body }: Outcome): boolean {
  return SignedIn.safeParse(body).success
}

function signIn(body: z.output<typeof SignIn>, visit: Visit): Promise<Outcome> {
  return visit.guess({ email: body.email }, async () => {
    const { result, same } = await underOnePassword(visit.prisma, body.email, () =>
      visit.pass('/sign-in/email', body),
    )
    if (same) return hasBegun(result) ? visit.remembered(result, body.email) : result
    // Begun with a password that was replaced meanwhile, after sessions under it were ended.
    await visit.takeBack(result)
    throw new GatewayError('invalid_credentials', 'The email or the password is wrong.')
  })
}

async function changePassword(body: z.output<typeof ChangePassword>, visit: Visit) {
  const person = await requireFactorToo(visit)
  const { userId } = person
  await requireGoodPasswordOf(visit.prisma, userId, body.newPassword, 'newPassword')
  const outcome = await visit.guess(person, () =>
    visit.pass('/change-password', { ...body, revokeOtherSessions: true }),
  )
  await recordPasswordChange(visit.prisma, { userId, requestId: visit.exchange.requestId })
  return outcome
}

function recentlyChecked(visit: Visit): Person {
  const person = visit.requirePerson()
  requireRecentCheck(person, visit.exchange.now)
  return person
}

function acceptInvited(body: z.output<typeof NewPassword>, { prisma, exchange, guess }: Visit) {
  const { requestId, now } = exchange
  return guess(null, () => acceptInvitation(prisma, { ...body, requestId }, now))
}

function withoutFactor(...routes: readonly SignInRoute[]): SignInRoute[] {
  return routes.map((route) => ({ ...route, withoutFactor: true }))
}

function get(path: string, serve: (visit: Visit) => Promise<Outcome>): SignInRoute {
  return { method: 'get', path, serve: (_body, visit) => serve(visit) }
}

function post<Body>(
  path: string,
  schema: z.ZodType<Body>,
  serve: (body: Body, visit: Visit) => Promise<Outcome>,
): SignInRoute {
  return { method: 'post', path, serve: async (body, visit) => serve(read(schema, body), visit) }
}

function read<Body>(schema: z.ZodType<Body>, body: unknown): Body {
  const parsed = schema.safeParse(body)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const unknown = issue?.code === 'unrecognized_keys'
  throw new GatewayError('invalid_body', `${unknown ? 'A member is not known' : issue?.message}.`)
}
