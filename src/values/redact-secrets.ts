// Matches credentials in any text, even with a wrong checksum, and connection links with their signature.
const SECRET = /((?:sk_live_|sk_test_|sk_svc_|pat_|inv_)[0-9A-Za-z]{8}_|link_[0-9A-Z]{26}\.)[\w-]+/g

/**
 * The text with its secrets cut off. A secret is recognized by its form. Only its public part remains: the kind and the
 * reference.
 */
export function redactSecrets(text: string): string {
  return text.replace(SECRET, '$1…')
}
