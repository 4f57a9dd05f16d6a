import { useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { serverNow } from '../../data/server-clock.ts'
import { useQuery } from '../../data/use-query.ts'
import { ConsentTermsDocument, type ConsentTermsInput } from '../../generated/graphql.ts'
import { useDelayed } from '../../ui/input-delay.ts'
import { TIME_ZONE } from '../../words/format.ts'
import {
  DATE_REQUIRED,
  findMissing,
  type TermsChoice,
  toExpiresAt,
  toFilterInput,
} from './terms.ts'

/** The state of a `TermsEditor`: of the grant by this link, of this grant, or of this grant as the link asks. */
export function useTerms(
  of: Pick<ConsentTermsInput, 'link' | 'grantId'>,
  initial: () => TermsChoice,
) {
  const [choice, setChoice] = useState(initial)
  const [strict, setStrict] = useState(false)
  // The sentence tells the end by the minute, so the end must not move while the page is open.
  const [now] = useState(serverNow)
  const form = useRef<HTMLFormElement>(null)
  const sentenceId = useId()
  const expiresAt = toExpiresAt(choice.expiry, now)
  const filter = toFilterInput(choice.filter)
  const chosen =
    filter && expiresAt !== undefined
      ? { scopes: [...choice.scopes], filter, expiresAt, timeZone: TIME_ZONE }
      : null
  const consent = useConsentTerms(chosen && { ...of, ...chosen })
  /** The terms as they are sent, with the digest of their sentence; null if something is missing, which then gets the focus. */
  const complete = () => {
    if (chosen && consent.shown) return { ...chosen, termsDigest: consent.shown.digest }
    if (chosen) {
      if (consent.error) consent.reload()
      return null
    }
    flushSync(() => setStrict(true))
    const missing = form.current?.querySelector<HTMLElement>('[data-missing]')
    missing?.closest('details')?.setAttribute('open', '')
    missing?.focus()
    return null
  }
  return {
    choice,
    setChoice,
    strict,
    form,
    sentenceId,
    complete,
    now,
    consent,
    /** The end that is chosen; undefined while something is missing. */
    expiresAt: chosen?.expiresAt,
    missing: findMissing(choice.filter) ?? (expiresAt === undefined ? DATE_REQUIRED : null),
    /** The terms are complete, and their sentence is not there yet: nothing can be agreed to. The button keeps the focus. */
    isWaiting: chosen !== null && consent.shown === null && consent.error === null,
  }
}

export type Terms = ReturnType<typeof useTerms>

// The sentence of these terms and its digest, as the server writes them; null terms are incomplete.
// `shown` is null unless it is the sentence of exactly these terms: that of an earlier choice is never
// shown. `reload` reads it again.
function useConsentTerms(input: ConsentTermsInput | null) {
  const { delayed, isSettled } = useDelayed(input)
  const variables = { input: delayed ?? INCOMPLETE }
  const options = { enabled: delayed !== null, onVisit: 'anew' } as const
  const { data, error, isLoading, reload } = useQuery(ConsentTermsDocument, variables, options)
  // While it is read again, nothing can be agreed to.
  const isCurrent = input !== null && isSettled && !isLoading && !error
  return {
    shown: isCurrent && data ? data.consentTerms : null,
    error: isSettled && error ? error : null,
    reload,
  }
}

// The query of incomplete terms is paused, so that its variables are not sent.
const INCOMPLETE: ConsentTermsInput = { scopes: [], filter: { type: 'all' } }
