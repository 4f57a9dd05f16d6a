import { useCallback, useEffect, useState } from 'react'
import type { PortalError } from '../error.ts'
import { get } from './http.ts'
import { signInAgain } from './sign-in-again.ts'
import { isSessionEnded } from './sign-in-redirect.ts'

export interface GetState<Body> {
  readonly body: Body | null
  readonly error: PortalError | null
  /** Sends the request again; the current body stays until the response arrives. */
  readonly reload: () => void
}

/** A GET outside GraphQL. */
export function useGet<Body>(path: string): GetState<Body> {
  const [state, setState] = useState<Omit<GetState<Body>, 'reload'>>({ body: null, error: null })
  const load = useCallback(async () => {
    let result = await get<Body>(path)
    if (
      'error' in result &&
      isSessionEnded(result.error.code) &&
      (await signInAgain(result.error.code))
    )
      result = await get<Body>(path)
    if ('body' in result) return setState({ body: result.body, error: null })
    setState(({ body }) => ({ body, error: result.error }))
  }, [path])
  useEffect(() => void load(), [load])
  useEffect(() => {
    window.addEventListener('online', load)
    return () => window.removeEventListener('online', load)
  }, [load])
  return { ...state, reload: load }
}
