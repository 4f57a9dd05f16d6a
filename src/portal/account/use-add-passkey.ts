import type { PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/browser'
import { createOnDevice } from '../data/passkeys/ask-device.ts'
import { postConfirmed } from '../data/session/use-post.ts'
import { type Result, useRun } from '../data/use-run.ts'

const PATH = '/api/auth/passkey/add'

/** Has the device create a passkey of this name and adds it to the account. */
export function useAddPasskey() {
  return useRun(add)
}

async function add(name: string): Promise<Result<object>> {
  const options = await postConfirmed<PublicKeyCredentialCreationOptionsJSON>(`${PATH}/options`, {})
  if ('error' in options) return options
  const created = await createOnDevice(options.body)
  if ('error' in created) return created
  return postConfirmed(PATH, { name, response: created.body })
}
