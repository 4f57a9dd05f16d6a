import type { z } from 'zod'

/** Options for a rule about a whole list: it is checked only if every item is good. */
export const ONCE_ALL_ARE_GOOD = {
  when: ({ issues }: z.core.ParsePayload) => issues.length === 0,
}

/** Options for a rule about several members: it is checked only if these are good. Other members may be wrong. */
export function onceGood(...names: readonly string[]) {
  const when = ({ value, issues }: z.core.ParsePayload) =>
    typeof value === 'object' &&
    value !== null &&
    !issues.some(({ path }) => names.includes(String(path?.[0])))
  return { when }
}

/** The rule that the member `end` is not before the member `begin`. Both are dates, or both are instants. */
export function endsAfter<Begin extends string, End extends string>(begin: Begin, end: End) {
  const accepts = (object: Partial<Record<Begin | End, string | null | undefined>>) => {
    const [from, to] = [object[begin], object[end]]
    return from == null || to == null || from <= to
  }
  const path: PropertyKey[] = [end]
  const fault = { path, error: `an end that is not before ${begin}`, ...onceGood(begin, end) }
  return [accepts, fault] as const
}
