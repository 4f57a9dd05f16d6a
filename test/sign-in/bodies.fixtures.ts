// Of the right form, and of no passkey.
const answer = { id: 'x', rawId: 'x', type: 'public-key', clientExtensionResults: {} }
export const created = {
  ...answer,
  response: { clientDataJSON: 'e30', attestationObject: 'oA', transports: ['usb'] },
}
export const signed = {
  ...answer,
  response: { clientDataJSON: 'e30', authenticatorData: 'oA', signature: 'x' },
}

/** Every path that acts in a session. A new one needs a row. */
export const IN_SESSION: Readonly<Record<string, object>> = {
  '/api/auth/sign-out': {},
  '/api/auth/two-factor/enable': { password: 'x' },
  '/api/auth/two-factor/verify-totp': { code: '123456' },
  '/api/auth/two-factor/disable': { password: 'x' },
  '/api/auth/two-factor/generate-backup-codes': { password: 'x' },
  '/api/auth/change-password': { currentPassword: 'x', newPassword: 'grey herons over Skye' },
  '/api/auth/confirm': { password: 'x' },
  '/api/auth/confirm/passkey/options': {},
  '/api/auth/confirm/passkey': { response: signed },
  '/api/auth/revoke-session': { id: 'session_x' },
  '/api/auth/revoke-other-sessions': {},
  '/api/auth/passkey/add/options': {},
  '/api/auth/passkey/add': { name: 'x', response: created },
  '/api/auth/passkey/rename': { id: 'x', name: 'x' },
  '/api/auth/passkey/remove': { id: 'x' },
  '/api/invitations/join': { token: 'x' },
}

/** The paths whose body alone says whom they are about. */
export const IN_ANY: Readonly<Record<string, object>> = {
  '/api/auth/sign-in/email': { email: 'a@example.com', password: 'x', rememberMe: true },
  '/api/auth/two-factor/verify-backup-code': { code: 'x' },
  '/api/auth/passkey/sign-in/options': {},
  '/api/auth/passkey/sign-in': { response: signed },
  '/api/invitations/check': { token: 'x' },
  '/api/password-reset': { email: 'a@example.com' },
  '/api/invitations': { token: 'x', password: 'grey herons over Skye' },
}
