import { removeSecrets } from '../../values/redact-secrets.ts'

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
    setItem: (name, value) => kept?.setItem(name, removeSecrets(value)),
    removeItem: (name) => kept?.removeItem(name),
    clear: () => kept?.clear(),
  }
}

function openStorage(): Storage | null {
  try {
    return window.localStorage
  } catch {
    return null
  }
}
