import { z } from 'zod'
import { GatewayError } from '../errors.ts'
import { normalizeEmail } from '../modules/people/email.ts'
import { listPasskeys, removePasskey, renamePasskey } from '../modules/people/passkey.writes.ts'
import { MAX_CODE_UNITS, requireGoodPasswordOf } from '../modules/people/password.ts'
import { recordPasswordChange } from '../modules/people/password.writes.ts'
import { listSessions, revokeOtherSessions, revokeSession } from '../modules/people/sessions.ts'
import { confirmIdentity, requireConfirmed, requireSecondFactorConfirmed } from './confirm.ts'
import {
  acceptWithPassword,
  checkInvitation,
  joinFirm,
  requestPasswordReset,
} from './invitations.ts'
import { stepUnderOnePassword } from './one-password.ts'
import { Assertion, Attestation, readTypedCode, readTypedRecoveryCode } from './passkey-bodies.ts'
import {
  confirmWithPasskey,
  finishAddingPasskey,
  signInWithPasskey,
  startAddingPasskey,
  startPasskeyConfirmation,
  startPasskeySignIn,
} from './passkeys.ts'
import { get, inAnySession, post, type SignInRoute, withoutFactor } from './route.ts'
import {
  createRecoveryCodes,
  disableTwoFactor,
  enableTwoFactor,
  verifyCode,
  verifyRecoveryCode,
} from './second-factor.ts'
import { respond, SignedIn, type SignInContext, type SignInResponse } from './sign-in-context.ts'

const text = (name: string, max: number) => {
  const accepted = `${name} takes text of 1 to ${max} characters`
  return z.string(accepted).min(1, accepted).max(max, accepted)
}
const password = text('password', MAX_CODE_UNITS)
const Nothing = z.strictObject({})
const Password = z.strictObject({ password })
const typed = (read: (text: string) => string) =>
  text('code', 64).transform(read).pipe(z.string().min(1, 'code takes a code'))
const code = typed(readTypedCode)
const Code = z.strictObject({ code })
const RecoveryCode = z.strictObject({ code: typed(readTypedRecoveryCode) })
const Proof = z.strictObject({ password: password.optional(), code: code.optional() })
const Token = z.strictObject({ token: text('token', 100) })
const NewPassword = Token.extend({ password })
const Id = z.strictObject({ id: text('id', 64) })
const name = text('name', 400)
const PasskeyName = Id.extend({ name })
const NewPasskey = z.strictObject({ name, response: Attestation })
const PasskeySignature = z.strictObject({ response: Assertion })
const email = text('email', 254).transform(normalizeEmail)
const Email = z.strictObject({ email })
const SignIn = z.strictObject({
  email,
  password,
  rememberMe: z.boolean('rememberMe takes true or false').optional(),
})
const ChangePassword = z.strictObject({
  currentPassword: text('currentPassword', MAX_CODE_UNITS),
  newPassword: text('newPassword', MAX_CODE_UNITS),
})

/** Every path for sign-in and its settings. No other path is served. */
export const ROUTES: readonly SignInRoute[] = [
  ...withoutFactor(
    get('/api/auth/get-session', (context) => context.forward('/get-session')),
    ...inAnySession(
      post('/api/auth/sign-in/email', 'sign_in', SignIn, signIn),
      post(
        '/api/auth/passkey/sign-in/options',
        'passkey_sign_in_begin',
        Nothing,
        startPasskeySignIn,
      ),
      post('/api/auth/passkey/sign-in', 'passkey_sign_in', PasskeySignature, signInWithPasskey),
    ),
    post('/api/auth/sign-out', 'sign_out', Nothing, (context) => context.forward('/sign-out', {})),
    post('/api/auth/two-factor/enable', 'second_factor_begin', Password, enableTwoFactor),
    post('/api/auth/two-factor/verify-totp', 'second_step', Code, verifyCode),
  ),
  post('/api/auth/change-password', 'password_change', ChangePassword, changePassword),
  post('/api/auth/confirm', 'confirm', Proof, confirmIdentity),
  post(
    '/api/auth/confirm/passkey/options',
    'passkey_confirm_begin',
    Nothing,
    startPasskeyConfirmation,
  ),
  post('/api/auth/confirm/passkey', 'confirm', PasskeySignature, confirmWithPasskey),

  get('/api/auth/list-sessions', async (context) =>
    respond(
      await listSessions(context.prisma, context.requirePerson(), context.requestContext.now),
    ),
  ),
  post('/api/auth/revoke-session', 'session_end', Id, async (context, { id }) => {
    await revokeSession(context.prisma, requireConfirmed(context), id)
  }),
  post('/api/auth/revoke-other-sessions', 'other_sessions_end', Nothing, async (context) => {
    await revokeOtherSessions(context.prisma, requireConfirmed(context))
  }),

  get('/api/auth/passkey/list', async (context) =>
    respond(await listPasskeys(context.prisma, context.requirePerson().userId)),
  ),
  post('/api/auth/passkey/add/options', 'passkey_add_begin', Nothing, startAddingPasskey),
  post('/api/auth/passkey/add', 'passkey_add', NewPasskey, finishAddingPasskey),
  post('/api/auth/passkey/rename', 'passkey_rename', PasskeyName, async (context, renamed) => {
    const { userId } = requireConfirmed(context)
    const { requestId } = context.requestContext
    await renamePasskey(context.prisma, { userId, requestId }, renamed)
  }),
  post('/api/auth/passkey/remove', 'passkey_remove', Id, async (context, { id }) => {
    const { requestId } = context.requestContext
    await removePasskey(context.prisma, requireConfirmed(context), { id, requestId })
  }),

  post('/api/auth/two-factor/disable', 'second_factor_off', Password, disableTwoFactor),
  post(
    '/api/auth/two-factor/generate-backup-codes',
    'recovery_codes',
    Password,
    createRecoveryCodes,
  ),
  get('/api/password-reset/delivery', async ({ services }) =>
    respond({ byMail: services.sendsMail }),
  ),
  post('/api/invitations/join', 'firm_join', Token, joinFirm),
  ...inAnySession(
    post(
      '/api/auth/two-factor/verify-backup-code',
      'second_step',
      RecoveryCode,
      verifyRecoveryCode,
    ),
    post('/api/password-reset', 'password_reset', Email, requestPasswordReset),
    post('/api/invitations/check', null, Token, checkInvitation),
    post('/api/invitations', 'invitation', NewPassword, setFirstPassword),
  ),
]

async function setFirstPassword(context: SignInContext, body: z.output<typeof NewPassword>) {
  const { email } = await acceptWithPassword(context, body)
  await context.clearAttempts(email)
  const response = await context.forward('/sign-in/email', { email, password: body.password })
  return isComplete(response) ? context.completeSignIn(response, ['password']) : response
}

// False if the sign-in still needs its second step.
function isComplete({ body }: SignInResponse): boolean {
  return SignedIn.safeParse(body).success
}

// A sign-in that waits for its second step stays counted until then. This limits the number of waiting sign-ins.
async function signIn(context: SignInContext, body: z.output<typeof SignIn>) {
  const { email } = body
  const wrong = new GatewayError('invalid_credentials', 'The email or the password is wrong.')
  const step = () => context.forward('/sign-in/email', body)
  const response = await context.limitAttempts(
    { email, secret: 'password' },
    () => stepUnderOnePassword(email, context, step, wrong),
    (pending) => !isComplete(pending),
  )
  return isComplete(response) ? context.completeSignIn(response, ['password']) : response
}

async function changePassword(context: SignInContext, body: z.output<typeof ChangePassword>) {
  const person = await requireSecondFactorConfirmed(context)
  const { userId } = person
  await requireGoodPasswordOf(context.prisma, userId, body.newPassword, 'newPassword')
  const response = await context.limitAttempts(person, () =>
    context.forward('/change-password', { ...body, revokeOtherSessions: true }),
  )
  await recordPasswordChange(context.prisma, {
    userId,
    requestId: context.requestContext.requestId,
  })
  return response
}
