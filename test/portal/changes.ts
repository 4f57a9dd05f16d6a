import type { formatChanges } from '../../src/portal/domain/history/format-change.ts'

type Stored = string | null | readonly string[]
export type Change = Parameters<typeof formatChanges>[0][number]

const LABELS: Readonly<Record<string, string>> = { a1: 'Diver', a2: 'Seascape', c1: 'Insured' }

/** A value as the API gives it to the portal: at most `first` values of a list. */
function apiValue(stored: Stored, first = 15) {
  if (stored === null || typeof stored === 'string')
    return { text: stored, count: null, values: null }
  const values = stored.slice(0, first).map((value) => ({ value, label: LABELS[value] ?? null }))
  return { text: null, count: stored.length, values }
}

/** A member with its value after the change; the value before was not recorded. */
export function set(member: string, after: Stored): Change {
  return { member, before: null, after: apiValue(after), added: null, removed: null }
}

/** A member with its values before and after. */
export function changed(member: string, before: Stored, after: Stored): Change {
  const lists = Array.isArray(before) && Array.isArray(after)
  const without = (from: readonly string[], other: readonly string[]) =>
    apiValue(
      from.filter((value) => !other.includes(value)),
      5,
    )
  return {
    member,
    before: apiValue(before),
    after: apiValue(after),
    added: lists ? without(after, before) : null,
    removed: lists ? without(before, after) : null,
  }
}
