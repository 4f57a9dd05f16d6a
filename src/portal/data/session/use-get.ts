import { useCallback, useEffect, useState } from 'react'
import type { Shown } from '../use-query.ts'
import type { Result } from '../use-run.ts'
import { get } from './http.ts'
import { sendConfirmed } from './step-up.ts'

/** A GET outside GraphQL. Its last body stays until the next one arrives. */
export function useGet<Body>(path: string): Shown<Body> {
  return useLoaded(useCallback(() => sendConfirmed(() => get<Body>(path)), [path]))
}

const NOTHING = { data: undefined, error: undefined }

/** The result of `send`, which is the same function for as long as it reads the same. */
export function useLoaded<Body>(send: () => Promise<Result<Body>>): Shown<Body> {
  const [state, setState] = useState<Pick<Shown<Body>, 'data' | 'error'>>(NOTHING)
  const load = useCallback(async () => {
    const result = await send()
    if ('body' in result) setState({ data: result.body, error: undefined })
    else setState(({ data }) => ({ data, error: result.error }))
  }, [send])
  useEffect(() => {
    void load()
    window.addEventListener('online', load)
    return () => window.removeEventListener('online', load)
  }, [load])
  return { ...state, isLoading: false, reload: load }
}
