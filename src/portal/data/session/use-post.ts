import { useRef, useState } from 'react'
import type { PortalError } from '../error.ts'
import { type HttpResult, post } from './http.ts'
import { isSessionEnded, redirectToSignIn } from './sign-in-redirect.ts'
import { sendConfirmed } from './step-up.ts'

/** A POST outside GraphQL for a form; the counterpart of `useAction`. */
export function usePost<Body = object>(path: string) {
  const running = useRef(false)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<PortalError | null>(null)
  const run = async (body: object = {}): Promise<Body | null> => {
    if (running.current) return null
    running.current = true
    setBusy(true)
    setError(null)
    const result: HttpResult<Body> = await sendConfirmed(
      () => post<Body>(path, body),
      (sent) => ('error' in sent ? sent.error.code : null),
    )
    running.current = false
    setBusy(false)
    if ('body' in result) return result.body
    if (isSessionEnded(result.error.code)) redirectToSignIn(result.error.code)
    setError(result.error)
    return null
  }
  return { run, busy, error }
}
