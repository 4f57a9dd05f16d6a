import type { RowList } from '../../database/ordered.reads.ts'
import { invalidParameter } from '../../errors.ts'
import type { Arg } from '../../schema/list.type.ts'
import type { Bound } from '../../schema/list-cursors.ts'
import { DAY_MS } from '../../values/durations.ts'

const MAX_DAYS = 3_650

export interface EventFilterArgs<Kind> {
  readonly kinds?: readonly Kind[] | null | undefined
  readonly lastDays?: number | null | undefined
}

export function lastDaysArg(arg: Arg) {
  return arg.int({ description: `Only events of the last 1 to ${MAX_DAYS} days.` })
}

/**
 * The conditions of the events that the arguments ask for. `kindOf` has the kind of every action. Throws
 * `invalid_parameter` for an empty list of kinds and for a number of days outside 1–3650.
 */
export function parseEventFilter<Kind extends string>(
  kindOf: Readonly<Record<string, Kind>>,
  { kinds, lastDays }: EventFilterArgs<Kind>,
  now: Date,
): RowList['conditions'] {
  if (kinds?.length === 0)
    throw invalidParameter('kinds takes at least one kind. Leave it out for all.')
  if (lastDays != null && (lastDays < 1 || lastDays > MAX_DAYS))
    throw invalidParameter(`lastDays takes 1 to ${MAX_DAYS}.`)
  const actions = actionsOf(kindOf, kinds)
  const since = lastDays == null ? null : new Date(now.getTime() - lastDays * DAY_MS)
  return (params) => [
    ...(actions ? [`r.action = ANY (${params.add(actions)}::text[])`] : []),
    ...(since ? [`r.at >= ${params.add(since)}::timestamptz`] : []),
  ]
}

/** The actions of these kinds. Undefined: no kinds are given. */
export function actionsOf<Kind extends string>(
  kindOf: Readonly<Record<string, Kind>>,
  kinds: readonly Kind[] | null | undefined,
): string[] | undefined {
  return kinds
    ? Object.entries(kindOf).flatMap(([action, kind]) => (kinds.includes(kind) ? [action] : []))
    : undefined
}

/** The values that a cursor is bound to: the kinds, and the number of days instead of the instant, which moves. */
export function boundEvents({ kinds, lastDays }: EventFilterArgs<string>): Bound {
  return [kinds ? [...new Set(kinds)].sort() : null, lastDays == null ? null : String(lastDays)]
}
