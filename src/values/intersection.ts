/** All the types of a union at once. */
export type Intersection<Union> = (Union extends unknown ? (each: Union) => void : never) extends (
  all: infer All,
) => void
  ? All
  : never

/** One object with the members of all. */
export function mergeAll<Part extends object>(parts: readonly Part[]): Intersection<Part> {
  return Object.assign({}, ...parts)
}
