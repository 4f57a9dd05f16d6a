import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/browser'
import type { PortalError } from '../error.ts'
import { post } from '../session/http.ts'
import { signOnDevice } from './ask-device.ts'

/** What a passkey signs for. */
export type PasskeyPath = '/api/auth/passkey/sign-in' | '/api/auth/confirm/passkey'

/** Signs with a passkey that the person chooses. Returns the error; null if the server accepted it. */
export async function signWithPasskey(path: PasskeyPath): Promise<PortalError | null> {
  const options = await post<PublicKeyCredentialRequestOptionsJSON>(`${path}/options`)
  if ('error' in options) return options.error
  const signed = await signOnDevice(options.body)
  if ('error' in signed) return signed.error
  const result = await post(path, { response: signed.body })
  return 'error' in result ? result.error : null
}
