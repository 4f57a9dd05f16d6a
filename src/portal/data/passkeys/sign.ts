import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/browser'
import { post } from '../session/http.ts'
import type { Result } from '../use-run.ts'
import { signOnDevice } from './ask-device.ts'

/** The path for which a passkey signs. */
export type PasskeyPath = '/api/auth/passkey/sign-in' | '/api/auth/confirm/passkey'

/** Signs with a passkey that the person chooses. */
export async function signWithPasskey(path: PasskeyPath): Promise<Result<object>> {
  const options = await post<PublicKeyCredentialRequestOptionsJSON>(`${path}/options`)
  if ('error' in options) return options
  const signed = await signOnDevice(options.body)
  if ('error' in signed) return signed
  return post(path, { response: signed.body })
}
