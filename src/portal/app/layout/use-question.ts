import { useEffect, useEffectEvent, useState } from 'react'
import type { Question } from '../../data/session/question.ts'

type Answer = (isYes: boolean) => void

/** Has a component ask a question: gives how it is answered while it is asked, else null. `isAsked`: by default always. */
export function useQuestion(question: Question, isAsked = () => true): Answer | null {
  const [resolve, setResolve] = useState<Answer | null>(null)
  // The outer function keeps React from calling the setter's argument as an updater.
  const open = () => new Promise<boolean>((resolveNew) => setResolve(() => resolveNew))
  const ask = useEffectEvent(() => (isAsked() ? open() : null))
  useEffect(() => question.register(() => ask()), [question])
  if (!resolve) return null
  return (isYes) => {
    setResolve(null)
    resolve(isYes)
  }
}
