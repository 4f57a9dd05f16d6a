import { passkey } from '@better-auth/passkey'
import { APIError } from 'better-auth/api'
import type { RelyingParty } from './relying-party.ts'

/**
 * better-auth's passkey plugin with two more rules. The device must verify its user, by PIN or biometrics, when a
 * passkey is added and each time that it signs. Only then does a passkey replace both factors.
 */
export function createPasskeyPlugin({ id, origin }: RelyingParty) {
  return passkey({
    rpID: id,
    rpName: 'Orangery',
    origin,
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    advanced: { webAuthnChallengeCookie: 'passkey' },
    registration: {
      afterVerification: ({ verification }) =>
        requireVerifiedUser(verification.registrationInfo?.userVerified),
    },
    authentication: {
      afterVerification: ({ verification }) =>
        requireVerifiedUser(verification.authenticationInfo.userVerified),
    },
    schema: { passkey: { fields: { credentialID: 'credentialId' } } },
  })
}

function requireVerifiedUser(verified: boolean | undefined): void {
  if (verified !== true) throw new APIError('UNAUTHORIZED', { code: 'AUTHENTICATION_FAILED' })
}
