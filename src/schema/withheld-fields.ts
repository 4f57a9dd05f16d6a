import type { Scope } from '../access/scopes.ts'

/** The maximum number of exact paths. With more fields, no path names the index of its portfolio. */
const MAX_EXACT = 1_000

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
  #byPath = new Map<string, WithheldField>()
  #isExact = true

  add(found: WithheldField): void {
    this.#set(found)
    if (!this.#isExact || this.#byPath.size <= MAX_EXACT) return
    const all = [...this.#byPath.values()]
    this.#isExact = false
    this.#byPath.clear()
    for (const each of all) this.#set(each)
  }

  get isEmpty(): boolean {
    return this.#byPath.size === 0
  }

  /** The response names of the fields that were withheld from objects of this type. */
  namesIn(type: string): string[] {
    const ofType = [...this.#byPath.values()].filter(({ field }) => field.startsWith(`${type}.`))
    return ofType.map(({ path }) => String(path.at(-1)))
  }

  /**
   * The fields in the order of the result, which is the order of the document. Portfolios are read in parallel, so the
   * order of `add` differs.
   */
  inOrderOf(data: unknown): WithheldField[] {
    return [...this.#byPath.entries()]
      .map(([key, found]) => ({ key, found, places: placesOf(found.path, data) }))
      .sort((one, other) => compare(one.places, other.places) || (one.key < other.key ? -1 : 1))
      .map(({ found }) => found)
  }

  #set(found: WithheldField): void {
    const path = this.#isExact ? found.path : found.path.filter((step) => typeof step === 'string')
    this.#byPath.set(path.join('.'), { ...found, path })
  }
}

// The position of each step in its object or list. A step without an index uses the first item of the list: all items
// have the same names.
function placesOf(path: Path, data: unknown): number[] {
  let value = data
  return path.map((step) => {
    while (typeof step === 'string' && Array.isArray(value)) {
      value = value.find((item) => item !== null)
    }
    if (typeof value !== 'object' || value === null) return Number.POSITIVE_INFINITY
    const place = typeof step === 'number' ? step : Object.keys(value).indexOf(step)
    value = Reflect.get(value, step)
    return place
  })
}

function compare(one: readonly number[], other: readonly number[]): number {
  for (const [index, place] of one.entries()) {
    const opposite = other[index] ?? -1
    if (place !== opposite) return place < opposite ? -1 : 1
  }
  return one.length - other.length
}
