import { createHmac, timingSafeEqual } from 'node:crypto'
import type { PortfolioAccess } from '../access/visibility.ts'
import { GatewayError } from '../errors.ts'
import { CURSOR_DIGEST_BYTES, joinCursor, splitCursor } from '../values/cursor.ts'
import type { Context } from './context.ts'

/**
 * A value that the cursors of a list are bound to, in addition to its name and its caller. It can be written as JSON.
 */
export type Bound = string | null | Date | readonly Bound[] | { readonly [name: string]: Bound }

/**
 * Writes and reads the cursors of one list. Each cursor has a keyed digest over its members and over everything that
 * decides the rows of the list. So a cursor is accepted only if this installation created it for the same list.
 */
export class ListCursors {
  readonly #key: string
  readonly #list: string

  /** `list` is everything that decides the rows of the list. */
  constructor(key: string, list: readonly Bound[]) {
    this.#key = key
    this.#list = JSON.stringify(list)
  }

  /** The cursor of the members that give a row's position in the list. */
  write(members: readonly string[]): string {
    const payload = JSON.stringify(members)
    return joinCursor({ digest: this.#digestOf(payload), payload })
  }

  /**
   * The members of a cursor of this list. Throws `invalid_parameter` for any other text, and for members that do not
   * match `shape`: an earlier release may have written another shape.
   */
  read(cursor: string, ...shape: RegExp[]): readonly string[] {
    const found = splitCursor(cursor)
    if (!found || !timingSafeEqual(found.digest, this.#digestOf(found.payload)))
      throw invalidCursor()
    const { members } = found
    const fits = members.length === shape.length
    if (!fits || !shape.every((pattern, i) => pattern.test(members[i] ?? ''))) throw invalidCursor()
    return members
  }

  // JSON has no raw line feed, so the joined text can be split in only one way.
  #digestOf(payload: string): Buffer {
    const whole = createHmac('sha256', this.#key).update(`${this.#list}\n${payload}`).digest()
    return whole.subarray(0, CURSOR_DIGEST_BYTES)
  }
}

/**
 * The cursors of the list of this name for the caller. `bound` has the object that the list belongs to, and the filters
 * and order: all arguments except the page itself.
 */
export function cursorsOf(
  { caller, deriveSecret }: Pick<Context, 'caller' | 'deriveSecret'>,
  name: string,
  ...bound: Bound[]
): ListCursors {
  const reader = caller?.kind === 'partner' ? caller.keyId : (caller?.userId ?? null)
  return new ListCursors(deriveSecret('cursors'), [name, reader, ...bound])
}

/**
 * The values that bind the cursors of a list in a portfolio: the client, the time of the last restore, and the grant
 * with the instant of its terms. A walk that continued under other terms or after a restore would mix two states of the
 * data.
 */
export function boundTo({ visibility, fullBefore, grant }: PortfolioAccess): Bound {
  return [visibility.clientId, fullBefore, grant && [grant.id, grant.changedAt]]
}

/** The error of a cursor that does not belong to the list. */
export function invalidCursor(): GatewayError {
  return new GatewayError(
    'invalid_parameter',
    'cursor takes a value from links.next or pageInfo of this same list, with the same filters and the same terms of the grant. Otherwise begin the walk again.',
  )
}
