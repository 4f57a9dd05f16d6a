import { useRef, useState } from 'react'
import type { PortalError } from './error.ts'

/** The body of a response, or its error. */
export type Result<Body> = { readonly body: Body } | { readonly error: PortalError }

/** Work of a button or a form: one call at a time. */
export interface Action<Input, Body> {
  /** Null if nothing was done (see `error`) or another call is still running. */
  readonly run: (input: Input) => Promise<Body | null>
  readonly busy: boolean
  /** The error of the last call. */
  readonly error: PortalError | null
}

/** The state of some work, which `send` does. It never throws. After success, `onDone` is called. */
export function useRun<Input, Body>(
  send: (input: Input) => Promise<Result<Body>>,
  onDone?: () => void,
): Action<Input, Body> {
  const running = useRef(false)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<PortalError | null>(null)
  const run = async (input: Input) => {
    if (running.current) return null
    running.current = true
    setBusy(true)
    setError(null)
    const result = await send(input)
    running.current = false
    setBusy(false)
    if ('body' in result) {
      onDone?.()
      return result.body
    }
    setError(result.error)
    return null
  }
  return { run, busy, error }
}
