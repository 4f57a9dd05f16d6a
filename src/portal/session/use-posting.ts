import { useRef, useState } from 'react'
import type { Fault } from '../fault.ts'
import { type Answer, post } from './auth.ts'
import { isSessionOver, leaveForSignIn } from './sign-out.ts'
import { sendConfirmed } from './step-up.ts'

/** A POST outside GraphQL behind a form: as `useAction`, for the paths of sign-in. */
export function usePosting<Body = object>(path: string) {
  const running = useRef(false)
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState<Fault | null>(null)
  const run = async (body: object = {}): Promise<Body | null> => {
    if (running.current) return null
    running.current = true
    setBusy(true)
    setFault(null)
    const answer: Answer<Body> = await sendConfirmed(
      () => post<Body>(path, body),
      (sent) => ('fault' in sent ? sent.fault.code : null),
    )
    running.current = false
    setBusy(false)
    if ('body' in answer) return answer.body
    if (isSessionOver(answer.fault.code)) leaveForSignIn(answer.fault.code)
    setFault(answer.fault)
    return null
  }
  return { run, busy, fault }
}
