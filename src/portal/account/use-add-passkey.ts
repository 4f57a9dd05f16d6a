import type { PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/browser'
import { useState } from 'react'
import type { PortalError } from '../data/error.ts'
import { createOnDevice } from '../data/passkeys/ask-device.ts'
import { usePost } from '../data/session/use-post.ts'

const PATH = '/api/auth/passkey/add'

/** Has the device create a passkey and adds it to the account; whether that was done. */
export function useAddPasskey() {
  const start = usePost<PublicKeyCredentialCreationOptionsJSON>(`${PATH}/options`)
  const finish = usePost(PATH)
  const [asking, setAsking] = useState(false)
  const [refusal, setRefusal] = useState<PortalError | null>(null)
  const run = async (name: string): Promise<boolean> => {
    setRefusal(null)
    const options = await start.run()
    if (!options) return false
    setAsking(true)
    const created = await createOnDevice(options)
    setAsking(false)
    if ('error' in created) {
      setRefusal(created.error)
      return false
    }
    return (await finish.run({ name, response: created.body })) !== null
  }
  const busy = start.busy || asking || finish.busy
  return { run, busy, error: refusal ?? start.error ?? finish.error }
}
