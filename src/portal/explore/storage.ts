// Secrets of keys and tokens, also cut short.
const SECRET = /\b(?:sk_live|sk_test|pat)_[\w-]+/g

/**
 * The browser's storage, without secrets: what GraphiQL keeps of a tab or of its history may hold one that was
 * typed. Without local storage, nothing is kept.
 */
export function storageWithoutSecrets(): Storage {
  const kept = openStorage()
  return {
    get length() {
      return kept?.length ?? 0
    },
    key: (index) => kept?.key(index) ?? null,
    getItem: (name) => kept?.getItem(name) ?? null,
    setItem: (name, value) => kept?.setItem(name, withoutSecrets(value)),
    removeItem: (name) => kept?.removeItem(name),
    clear: () => kept?.clear(),
  }
}

/** The text with every secret cut out. */
export function withoutSecrets(text: string): string {
  return text.replace(SECRET, '(secret removed)')
}

function openStorage(): Storage | null {
  try {
    return window.localStorage
  } catch {
    return null
  }
}
