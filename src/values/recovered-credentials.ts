/** The credentials that the recovery of an account by a link can end, in words. */
export const RECOVERED_CREDENTIALS = {
  sessions: 'all sessions',
  passkeys: 'passkeys',
  access_tokens: 'access tokens',
  second_factor: 'the authenticator app',
} as const

export type RecoveredCredential = keyof typeof RECOVERED_CREDENTIALS
