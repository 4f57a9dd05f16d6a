import { builder } from '../../schema/builder.ts'
import { enumValues } from '../../schema/enums.ts'

/** The kinds by which sign-in events can be filtered. */
type SignInKind = 'sign_in' | 'session' | 'password' | 'second_factor' | 'passkey' | 'firm'

/** The kind of every action that is recorded as a sign-in event. */
export const SIGN_IN_KINDS = {
  sign_in: 'sign_in',
  second_step: 'sign_in',
  passkey_sign_in: 'sign_in',
  passkey_sign_in_begin: 'sign_in',
  confirm: 'sign_in',
  passkey_confirm_begin: 'sign_in',
  sign_out: 'session',
  session_end: 'session',
  oldest_session_end: 'session',
  other_sessions_end: 'session',
  password_change: 'password',
  password_reset: 'password',
  invitation: 'password',
  second_factor_begin: 'second_factor',
  second_factor_off: 'second_factor',
  recovery_codes: 'second_factor',
  passkey_add_begin: 'passkey',
  passkey_add: 'passkey',
  passkey_rename: 'passkey',
  passkey_remove: 'passkey',
  firm_join: 'firm',
} as const satisfies Readonly<Record<string, SignInKind>>

export type SignInAction = keyof typeof SIGN_IN_KINDS

/** The kinds, in the schema. */
export const SignInKindType = builder.enumType('SignInEventKind', {
  description: 'A kind of sign-in events.',
  values: enumValues({
    sign_in:
      'Sign-ins, with a password or a passkey, codes and confirmed identities, with failed attempts.',
    session: 'Sessions that were signed out, or ended because there were too many.',
    password: 'Passwords that were set, changed or requested.',
    second_factor: 'Two-step verification and its recovery codes.',
    passkey: 'Passkeys that were added, renamed or removed.',
    firm: 'Firms that the user joined.',
  }),
})
