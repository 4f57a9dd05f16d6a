import { ID } from '../../values/ids.ts'
import { redactSecrets } from '../../values/redact-secrets.ts'
import { isRegistryId } from '../../values/registry-id.ts'

/** The text that is stored in place of a text that may be a secret or private. */
export const HIDDEN = '…'

// All values of parameters have these characters alone. A name of a person, an email and an encoded credential do not.
const PLAIN = /^[\w.:,+~-]*$/
// A secret is a long run without words. Our ids have the same form, but are not secrets.
const RUN = /[\w-]+/g
const SECRET_LENGTH = 24
const SHORT = 12
const WORDS = /^[a-z]+(?:[-_][a-z]+)*$/

/**
 * The text as it may be stored: a text that may be a secret or a name is hidden, and so are the parts that may be one.
 */
export function showValue(text: string, most: number): string {
  if (text.length > most || !PLAIN.test(text)) return HIDDEN
  // The public part of a secret is longer than this.
  if (text.length < SHORT) return text
  if (redactSecrets(text) !== text) return HIDDEN
  return text.replace(RUN, (run) => (run.length < SECRET_LENGTH || isOpen(run) ? run : HIDDEN))
}

/** The decoded text of a part of a target; null where it is not percent-encoded UTF-8. */
export function decodePart(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}

function isOpen(run: string): boolean {
  return WORDS.test(run) || ID.test(run) || isRegistryId(run)
}
