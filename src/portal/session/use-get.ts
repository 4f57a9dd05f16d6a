import { useCallback, useEffect, useState } from 'react'
import type { Fault } from '../fault.ts'
import { get } from './auth.ts'
import { isSessionOver, leaveForSignIn } from './sign-out.ts'

export interface Got<Body> {
  readonly body: Body | null
  readonly fault: Fault | null
  /** Asks again; what is shown stays until the answer is there. */
  readonly again: () => void
}

/** What one of the gateway's paths outside GraphQL answers. */
export function useGet<Body>(path: string): Got<Body> {
  const [got, setGot] = useState<Pick<Got<Body>, 'body' | 'fault'>>({ body: null, fault: null })
  const load = useCallback(async () => {
    const answer = await get<Body>(path)
    if ('body' in answer) return setGot({ body: answer.body, fault: null })
    if (isSessionOver(answer.fault.code)) leaveForSignIn(answer.fault.code)
    setGot(({ body }) => ({ body, fault: answer.fault }))
  }, [path])
  useEffect(() => void load(), [load])
  return { ...got, again: load }
}
