import type { Mirror } from './mirror.ts'
import type { Include } from './types.ts'

const INCLUDES: readonly Include[] = ['valuations', 'documents', 'valuations,documents']

/** The state of reading the changes of the key. */
export interface Feed {
  readonly cursor: string
  /** The clients whose changes are not applied yet, with their grant; null where it has ended. */
  readonly open: Readonly<Record<string, string | null>>
  /** When all clients were read, in milliseconds by this clock. */
  readonly read_at: number
}

/** A mirror as it was stored; null for anything else, so that all is read again. */
export function asMirror(value: unknown): Mirror | null {
  return isMirror(value) ? value : null
}

/** The place in the changes as it was stored; null for anything else. */
export function asFeed(value: unknown): Feed | null {
  return isFeed(value) ? value : null
}

function isMirror(value: unknown): value is Mirror {
  if (!isObject(value)) return false
  const { grant, asked, as_of, assets } = value
  const hasPlace = as_of === null || typeof as_of === 'string'
  return typeof grant === 'string' && isAsked(asked) && hasPlace && isObject(assets)
}

function isAsked(value: unknown): value is Mirror['asked'] {
  return isObject(value) && [undefined, ...INCLUDES].some((include) => include === value.include)
}

function isFeed(value: unknown): value is Feed {
  if (!isObject(value)) return false
  const { cursor, open, read_at } = value
  return typeof cursor === 'string' && isObject(open) && typeof read_at === 'number'
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}
