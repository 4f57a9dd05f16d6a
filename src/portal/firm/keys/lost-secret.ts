import { t } from '../../i18n/text.ts'

/** The text for a key whose response with the secret was lost, and the next step, such as "Open the key". */
export function lostSecretOf(name: string, verb: string, onNext: () => void) {
  const text = t(
    'Your first attempt did work: the key “{name}” has the secret. But the answer did not reach this browser, and a secret is shown only once. Rotate the key to get another one.',
    { name },
  )
  return { text, verb, onNext }
}
