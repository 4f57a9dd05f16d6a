import { isObject, parseJson } from '../../values/json.ts'
import { keep, kept } from '../data/kept.ts'

const NAME = 'orangery-pending-connection'
const LIFETIME_MS = 24 * 60 * 60_000
const PATH = /^\/connect\/[\w.-]{1,4096}$/

/**
 * Remembers for a day a connection link that led to the sign-in page: an invitation opens in another
 * tab, and should not end it. Any other path is not remembered.
 */
export function rememberConnection(path: string): void {
  if (PATH.test(path)) keep('browser', NAME, JSON.stringify({ path, at: Date.now() }))
}

/** The path of the remembered connection link, once; null where there is none. */
export function takeConnection(): string | null {
  const remembered = parseJson(kept('browser', NAME) ?? '')
  keep('browser', NAME, '')
  if (!isObject(remembered)) return null
  const { path, at } = remembered
  const isFresh = typeof at === 'number' && Date.now() - at <= LIFETIME_MS
  return isFresh && typeof path === 'string' && PATH.test(path) ? path : null
}
