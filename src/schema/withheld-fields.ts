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
  readonly #exact = new Map<string, WithheldField>()

  add(found: WithheldField): void {
    this.#exact.set(found.path.join('.'), found)
  }

  get isEmpty(): boolean {
    return this.#exact.size === 0
  }

  /** The response names of the fields that were withheld from objects of this type. */
  namesIn(type: string): string[] {
    const ofType = [...this.#exact.values()].filter(({ field }) => field.startsWith(`${type}.`))
    return ofType.map(({ path }) => String(path.at(-1)))
  }

  /**
   * The fields in the order of the result, which is the order of the document. Portfolios are read in parallel, so the
   * order of `add` differs.
   */
  inOrderOf(data: unknown): WithheldField[] {
    const all = this.#exact.size > MAX_EXACT ? withoutIndexes(this.#exact.values()) : this.#exact
    return [...all]
      .map(([key, found]) => ({ found, place: `${placesOf(found.path, data).join('.')} ${key}` }))
      .sort((one, other) => (one.place < other.place ? -1 : 1))
      .map(({ found }) => found)
  }
}

function withoutIndexes(fields: Iterable<WithheldField>): Map<string, WithheldField> {
  const byPath = new Map<string, WithheldField>()
  for (const each of fields) {
    const path = each.path.filter((step) => typeof step === 'string')
    byPath.set(path.join('.'), { ...each, path })
  }
  return byPath
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
