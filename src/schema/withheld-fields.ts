import type { Scope } from '../access/scopes.ts'

/** The maximum number of exact paths. With more fields, no path names the index of its portfolio. */
const MAX_EXACT = 1_000
// The place of a step that the result does not have. A result has fewer members.
const LAST = '999999'

type Path = readonly (string | number)[]

/** A field that is null because the access lacks its scope. */
export interface WithheldField {
  /** Its path in the response, without list indexes below a portfolio. */
  readonly path: Path
  readonly field: string
  readonly scope: Scope
}

/**
 * The withheld fields of one run, each path once. A document has few fields, but they can be withheld from many
 * portfolios. Above the maximum number of paths, all paths lose their indexes, so the result does not depend on which
 * portfolio was read first.
 */
export class WithheldFields {
  #found = new Map<string, WithheldField>()
  #areExact = true

  add(found: WithheldField): void {
    this.#set(found)
    if (!this.#areExact || this.#found.size <= MAX_EXACT) return
    this.#areExact = false
    const exact = this.#found
    this.#found = new Map()
    for (const each of exact.values()) this.#set(each)
  }

  #set(found: WithheldField): void {
    const { path } = found
    const kept = this.#areExact ? path : path.filter((step) => typeof step === 'string')
    this.#found.set(kept.join('.'), { ...found, path: kept })
  }

  get isEmpty(): boolean {
    return this.#found.size === 0
  }

  /** The response names of the fields that were withheld from objects of this type. */
  namesIn(type: string): string[] {
    const ofType = [...this.#found.values()].filter(({ field }) => field.startsWith(`${type}.`))
    return ofType.map(({ path }) => String(path.at(-1)))
  }

  /**
   * The fields in the order of the result, which is the order of the document. Portfolios are read in parallel, so the
   * order of `add` differs.
   */
  inOrderOf(data: unknown): WithheldField[] {
    return [...this.#found]
      .map(([key, found]) => ({ found, place: `${placesOf(found.path, data).join('.')} ${key}` }))
      .sort((one, other) => (one.place < other.place ? -1 : 1))
      .map(({ found }) => found)
  }
}

// The position of each step in its object or list, as a text of one length. A step without an index uses the first item
// of the list: all items have the same names.
function placesOf(path: Path, data: unknown): string[] {
  let value = data
  return path.map((step) => {
    while (typeof step === 'string' && Array.isArray(value)) {
      value = value.find((item) => item !== null)
    }
    if (typeof value !== 'object' || value === null) return LAST
    const place = typeof step === 'number' ? step : Object.keys(value).indexOf(step)
    value = Reflect.get(value, step)
    return String(place).padStart(LAST.length, '0')
  })
}
