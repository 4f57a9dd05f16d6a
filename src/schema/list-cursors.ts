import { createHmac, timingSafeEqual } from 'node:crypto'
import { allowanceOf } from '../access/caller.ts'
import type { PortfolioAccess } from '../access/visibility.ts'
import { invalidParameter } from '../errors.ts'
import { CURSOR_DIGEST_BYTES, joinCursor, splitCursor } from '../values/cursor.ts'
import type { Context } from './builder.ts'

/** A value that the cursors of a list are bound to, in addition to its name and its caller. It can be written as JSON. */
export type Bound =
  | string
  | boolean
  | null
  | Date
  | readonly Bound[]
  | { readonly [name: string]: Bound | undefined }

/** The rule for a member of a cursor: a text of this form, or one for which the function does not return null. */
type Member = RegExp | ((text: string) => unknown)

type ValuesOf<Members extends readonly Member[]> = {
  [At in keyof Members]: Members[At] extends (text: string) => infer Value
    ? Exclude<Value, null>
    : string
}

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

  /** The cursor of a row's position in the list. */
  write(position: readonly (string | number | bigint | boolean | Date)[]): string {
    const payload = JSON.stringify(
      position.map((value) => (value instanceof Date ? value.toISOString() : String(value))),
    )
    return joinCursor(this.#digestOf(payload), payload)
  }

  /**
   * The position of a cursor of this list; null for no cursor. Throws `invalid_parameter` for any other text, and for a
   * cursor with other members: an earlier release may have written others.
   */
  read<const Members extends readonly Member[]>(
    cursor: string | null,
    ...members: Members
  ): ValuesOf<Members> | null {
    if (cursor === null) return null
    const found = splitCursor(cursor)
    const isOurs = found && timingSafeEqual(found.digest, this.#digestOf(found.payload))
    const texts = isOurs && found.members.length === members.length ? found.members : null
    const values = texts && members.map((member, at) => readMember(member, texts[at] ?? ''))
    if (!values || values.includes(null))
      throw invalidParameter(
        'after takes the cursor of a page of this same list, with the same filters and the same terms of the grant. Otherwise begin the walk again.',
      )
    // The type of `map` loses which member each value is of.
    return values as ValuesOf<Members>
  }

  // JSON has no raw line feed, so the joined text can be split in only one way.
  #digestOf(payload: string): Buffer {
    const whole = createHmac('sha256', this.#key).update(`${this.#list}\n${payload}`).digest()
    return whole.subarray(0, CURSOR_DIGEST_BYTES)
  }
}

const ID = /^[a-z]+_\w+$/

/** A member of a cursor that is an id with this prefix. */
export function idMember(prefix: string): (text: string) => string | null {
  return (text) => (ID.test(text) && text.startsWith(`${prefix}_`) ? text : null)
}

function readMember(member: Member, text: string): unknown {
  if (member instanceof RegExp) return member.test(text) ? text : null
  return member(text)
}

/** The cursors of a list for the caller. `bound` has the object of the list, and all arguments except the page. */
export function cursorsOf(
  { caller, deriveSecret }: Pick<Context, 'caller' | 'deriveSecret'>,
  name: string,
  ...bound: Bound[]
): ListCursors {
  const reader = caller && allowanceOf(caller).subject
  return new ListCursors(deriveSecret('cursors'), [name, reader, ...bound])
}

/**
 * The values that bind the cursors of a list in a portfolio: the client, the last restore, and the grant with the
 * instant of its terms. A walk that continued under other terms or after a restore would mix two states of the data.
 */
export function boundTo({ visibility, fullBefore, grant }: PortfolioAccess): Bound {
  return [visibility.clientId, fullBefore, grant && [grant.id, grant.changedAt]]
}
