const KEY = 'orangery-pending-connection'
const LIFETIME_MS = 24 * 60 * 60_000
const PATH = /^\/connect\/[\w.-]{1,4096}$/

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/**
 * Remembers for a day a connection link that led to the sign-in page: an invitation opens in another
 * tab, and should not end it. Any other path is not remembered.
 */
export function rememberConnection(path: string, store: Store, now: number = Date.now()): void {
  if (PATH.test(path)) write(store, JSON.stringify({ path, at: now }))
}

/** The path of the remembered connection link, once; null where there is none. */
export function takeConnection(store: Store, now: number = Date.now()): string | null {
  const remembered = parse(read(store))
  write(store, null)
  if (!remembered || now - remembered.at > LIFETIME_MS) return null
  return PATH.test(remembered.path) ? remembered.path : null
}

function parse(text: string | null): { readonly path: string; readonly at: number } | null {
  try {
    const { path, at } = JSON.parse(text ?? '{}')
    return typeof path === 'string' && typeof at === 'number' ? { path, at } : null
  } catch {
    return null
  }
}

// A browser may forbid storage. Then the link has to be opened again.
function read(store: Store): string | null {
  try {
    return store.getItem(KEY)
  } catch {
    return null
  }
}

function write(store: Store, text: string | null): void {
  try {
    if (text === null) store.removeItem(KEY)
    else store.setItem(KEY, text)
  } catch {
    // As above.
  }
}
