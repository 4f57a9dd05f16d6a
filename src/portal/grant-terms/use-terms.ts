import { useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { expiryOf, filterInput, isExpiryWhole, type TermsChoice } from './terms.ts'

/** The terms while they are chosen, for `TermsEditor`. `kept` is the end of a grant that may stay. */
export function useTerms(initial: () => TermsChoice, kept: string | null) {
  const [choice, setChoice] = useState(initial)
  const [strict, setStrict] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const sentenceId = useId()
  /** The terms as they are sent; null where something is missing, which then has the focus. */
  const complete = () => {
    const filter = filterInput(choice.filter)
    if (filter && isExpiryWhole(choice.expiry))
      return { scopes: [...choice.scopes], filter, expiresAt: expiryOf(choice.expiry, kept) }
    flushSync(() => setStrict(true))
    form.current?.querySelector<HTMLElement>('[data-missing]')?.focus()
    return null
  }
  return { choice, setChoice, strict, form, sentenceId, complete, kept }
}

export type Terms = ReturnType<typeof useTerms>
