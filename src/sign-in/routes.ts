import { z } from 'zod'
import type { Person } from '../access/caller.ts'
import { requireRecentCheck } from '../access/step-up.ts'
import { GatewayError } from '../errors.ts'
import { MAX_CODE_UNITS, requireGoodPasswordOf } from '../modules/people/password.ts'
import {
  acceptInvitation,
  findInvited,
  recordPasswordChange,
} from '../modules/people/password.writes.ts'
import { listSessions, revokeOtherSessions, revokeSession } from '../modules/people/sessions.ts'
import { underOnePassword } from '../modules/people/unchanged-password.ts'
import { confirmIdentity, requireFactorToo } from './confirm.ts'
import {
  disableTwoFactor,
  enableTwoFactor,
  makeRecoveryCodes,
  verifyCode,
  verifyRecoveryCode,
} from './second-factor.ts'
import { respond, SignedIn, type SignInContext, type SignInResponse } from './sign-in-context.ts'

/** One path: reads the body, then does what was asked. */
export interface SignInRoute {
  readonly method: 'get' | 'post'
  readonly path: string
  /** Served also to staff who have no second factor yet. */
  readonly withoutFactor?: true
  serve(body: unknown, visit: SignInContext): Promise<SignInResponse>
}

const text = (name: string, most: number) => {
  const accepted = `${name} takes text of 1 to ${most} characters`
  return z.string(accepted).min(1, accepted).max(most, accepted)
}
const password = text('password', MAX_CODE_UNITS)
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
  currentPassword: text('currentPassword', MAX_CODE_UNITS),
  newPassword: text('newPassword', MAX_CODE_UNITS),
})

/** THE table: every path at which somebody signs in or sees to how they do. No other is served. */
export const ROUTES: readonly SignInRoute[] = [
  ...withoutFactor(
    get('/api/auth/get-session', (visit) => visit.forward('/get-session')),
    post('/api/auth/sign-in/email', SignIn, signIn),
    post('/api/auth/sign-out', Nothing, (_body, visit) => visit.forward('/sign-out', {})),
    post('/api/auth/two-factor/enable', Password, enableTwoFactor),
    post('/api/auth/two-factor/verify-totp', Code, verifyCode),
  ),
  post('/api/auth/change-password', ChangePassword, changePassword),
  post('/api/auth/confirm', Proof, confirmIdentity),

  get('/api/auth/list-sessions', async (visit) =>
    respond(await listSessions(visit.prisma, visit.requirePerson(), visit.requestContext.now)),
  ),
  post('/api/auth/revoke-session', SessionId, async ({ id }, visit) => {
    await revokeSession(visit.prisma, recentlyChecked(visit), id)
    return respond({ status: true })
  }),
  post('/api/auth/revoke-other-sessions', Nothing, async (_body, visit) => {
    await revokeOtherSessions(visit.prisma, recentlyChecked(visit))
    return respond({ status: true })
  }),

  post('/api/auth/two-factor/disable', Password, disableTwoFactor),
  post('/api/auth/two-factor/generate-backup-codes', Password, makeRecoveryCodes),
  post('/api/auth/two-factor/verify-backup-code', Code, verifyRecoveryCode),

  post(
    '/api/invitations/check',
    Token,
    ({ token }, { prisma, requestContext, limitAttempts: guess }) =>
      guess(null, async () => respond(await findInvited(prisma, token, requestContext.now))),
  ),
  post('/api/invitations', NewPassword, async (body, visit) => {
    const { email } = await acceptInvited(body, visit)
    await visit.forgetAttempts(email)
    const outcome = await visit.forward('/sign-in/email', { email, password: body.password })
    return hasBegun(outcome) ? visit.rememberDevice(outcome, email) : outcome
  }),
]

// Not where a second factor is still asked for.
function hasBegun({ body }: SignInResponse): boolean {
  return SignedIn.safeParse(body).success
}

function signIn(body: z.output<typeof SignIn>, visit: SignInContext): Promise<SignInResponse> {
  return visit.limitAttempts({ email: body.email }, async () => {
    const { result, same } = await underOnePassword(visit.prisma, body.email, () =>
      visit.forward('/sign-in/email', body),
    )
    if (same) return hasBegun(result) ? visit.rememberDevice(result, body.email) : result
    // Begun with a password that was replaced meanwhile, after sessions under it were ended.
    await visit.endNewSession(result)
    throw new GatewayError('invalid_credentials', 'The email or the password is wrong.')
  })
}

async function changePassword(body: z.output<typeof ChangePassword>, visit: SignInContext) {
  const person = await requireFactorToo(visit)
  const { userId } = person
  await requireGoodPasswordOf(visit.prisma, userId, body.newPassword, 'newPassword')
  const outcome = await visit.limitAttempts(person, () =>
    visit.forward('/change-password', { ...body, revokeOtherSessions: true }),
  )
  await recordPasswordChange(visit.prisma, { userId, requestId: visit.requestContext.requestId })
  return outcome
}

function recentlyChecked(visit: SignInContext): Person {
  const person = visit.requirePerson()
  requireRecentCheck(person, visit.requestContext.now)
  return person
}

function acceptInvited(
  body: z.output<typeof NewPassword>,
  { prisma, requestContext, limitAttempts: guess }: SignInContext,
) {
  const { requestId, now } = requestContext
  return guess(null, () => acceptInvitation(prisma, { ...body, requestId }, now))
}

function withoutFactor(...routes: readonly SignInRoute[]): SignInRoute[] {
  return routes.map((route) => ({ ...route, withoutFactor: true }))
}

function get(path: string, serve: (visit: SignInContext) => Promise<SignInResponse>): SignInRoute {
  return { method: 'get', path, serve: (_body, visit) => serve(visit) }
}

function post<Body>(
  path: string,
  schema: z.ZodType<Body>,
  serve: (body: Body, visit: SignInContext) => Promise<SignInResponse>,
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
