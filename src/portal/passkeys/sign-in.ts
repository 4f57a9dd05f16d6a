import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/browser'
import type { PortalError } from '../error.ts'
import { post } from '../session/http.ts'
import { signOnDevice } from './ask-device.ts'

const PATH = '/api/auth/passkey/sign-in'

/** Signs in with a passkey that the person chooses. Returns the error; null if they are signed in. */
export async function signInWithPasskey(): Promise<PortalError | null> {
  const options = await post<PublicKeyCredentialRequestOptionsJSON>(`${PATH}/options`)
  if ('error' in options) return options.error
  const signed = await signOnDevice(options.body)
  if ('error' in signed) return signed.error
  const result = await post(PATH, { response: signed.body })
  return 'error' in result ? result.error : null
}
