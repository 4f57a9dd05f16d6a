/** The credentials that the recovery of an account by a link can end. */
export type RecoveredCredential = 'sessions' | 'passkeys' | 'access_tokens' | 'second_factor'
