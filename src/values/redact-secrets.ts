// Each matches the part of a secret that may be shown, before the characters that may not. None repeats without a limit:
// with the rest in the same pattern, the proof that it takes linear time takes minutes.
// A credential, even with a wrong checksum, and a connection link.
const PUBLIC_PART =
  /(?:(?:sk_live|sk_test|sk_svc|pat|inv)_[0-9A-Za-z]{8}_|link_[0-9A-Z]{26}\.)(?=[\w-])/
// A credential, even with a wrong form after its reference.
const REFERENCE = /(?:sk_live|sk_test|sk_svc|pat)_[0-9A-Za-z]{8}(?=\w)/
// A credential, even cut short.
const KIND = /\b(?:sk_live|sk_test|sk_svc|pat)_(?=[\w-])/
const REST = /^[\w-]+/

/** The text with its secrets, which their form shows, cut off. The public part remains: the kind and the reference. */
export function redactSecrets(text: string): string {
  return cut(text, PUBLIC_PART, (part) => `${part}…`)
}

/** A text that is searched for: secrets of keys and tokens are replaced by their references, followed by `mark`. */
export function keepReferences(text: string, mark: string): string {
  return cut(text, REFERENCE, (part) => part + mark)
}

/** The text with every secret of a key or a token replaced, even one that is being typed. */
export function removeSecrets(text: string): string {
  return cut(text, KIND, () => '(secret removed)')
}

function cut(text: string, start: RegExp, show: (part: string) => string): string {
  let shown = ''
  let rest = text
  for (let found = start.exec(rest); found; found = start.exec(rest)) {
    const [part] = found
    shown += rest.slice(0, found.index) + show(part)
    rest = rest.slice(found.index + part.length).replace(REST, '')
  }
  return shown + rest
}
