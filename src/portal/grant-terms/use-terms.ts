import { useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { isExpiryComplete, type TermsChoice, toExpiresAt, toFilterInput } from './terms.ts'

/** The state of a `TermsEditor`. `currentExpiry` is the end date that an edited grant can keep. */
export function useTerms(initial: () => TermsChoice, currentExpiry: string | null) {
  const [choice, setChoice] = useState(initial)
  const [strict, setStrict] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const sentenceId = useId()
  /** The terms as they are sent; null if something is missing, which then gets the focus. */
  const complete = () => {
    const filter = toFilterInput(choice.filter)
    if (filter && isExpiryComplete(choice.expiry)) {
      const expiresAt = toExpiresAt(choice.expiry, currentExpiry)
      return { scopes: [...choice.scopes], filter, expiresAt }
    }
    flushSync(() => setStrict(true))
    form.current?.querySelector<HTMLElement>('[data-missing]')?.focus()
    return null
  }
  return { choice, setChoice, strict, form, sentenceId, complete, currentExpiry }
}

export type Terms = ReturnType<typeof useTerms>
