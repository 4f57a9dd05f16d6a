import { useDebouncedValue } from '@mantine/hooks'
import { useMemo } from 'react'
import { useQuery } from '../../data/use-query.ts'
import { ConsentTermsDocument, type ConsentTermsInput } from '../../generated/graphql.ts'
import { INPUT_DELAY_MS } from '../../ui/input-delay.ts'

/**
 * The sentence of these terms and its digest, as the server writes them; null terms are incomplete.
 * `shown` is null unless it is the sentence of exactly these terms: that of an earlier choice is never
 * shown. `reload` reads it again.
 */
export function useConsentTerms(input: ConsentTermsInput | null) {
  // Compared as text: equal terms in a new object do not start another delay.
  const latest = JSON.stringify(input)
  const [delayed] = useDebouncedValue(latest, INPUT_DELAY_MS)
  const variables = useMemo(() => parseVariables(delayed), [delayed])
  // While it is read again, nothing can be agreed to.
  const enabled = delayed !== 'null'
  const { data, error, isLoading, reload } = useQuery(ConsentTermsDocument, variables, {
    enabled,
    onVisit: 'anew',
  })
  const isCurrent = input !== null && delayed === latest && !isLoading && !error
  return {
    shown: isCurrent && data ? data.consentTerms : null,
    error: delayed === latest && error ? error : null,
    reload,
  }
}

// The query of incomplete terms is paused, so that its variables are not sent.
function parseVariables(text: string): { input: ConsentTermsInput } {
  return { input: JSON.parse(text) ?? { scopes: [], filter: { type: 'all' } } }
}
