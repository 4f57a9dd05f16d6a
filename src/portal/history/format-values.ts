import { formatList, formatNumber } from '../format.ts'
import type { HistoryEventFragment } from '../generated/graphql.ts'

export type Change = HistoryEventFragment['changes'][number]
export type Value = Change['after']
/** The first values of a list, and how many it has. */
export type ListValue = Pick<Value, 'count' | 'values'>

type Noun = readonly [singular: string, plural: string]

/** The values of a list; those that the API gave no label are shown by `format`. */
export function formatValues({ count, values }: ListValue, format: (text: string) => string) {
  const names = (values ?? []).map(({ value, label }) => label ?? format(value))
  return formatList(names, count ?? names.length)
}

/** "2 assets added (…), 1 asset removed (…)". Where only the order changed, says so. */
export function formatDifference(
  added: ListValue,
  removed: ListValue,
  format: (text: string) => string,
  noun?: Noun,
): string {
  const part = (list: ListValue, verb: string) => {
    const count = list.count ?? 0
    const of = noun ? ` ${count === 1 ? noun[0] : noun[1]}` : ''
    return count > 0 ? [`${formatNumber(count)}${of} ${verb} (${formatValues(list, format)})`] : []
  }
  return [...part(added, 'added'), ...part(removed, 'removed')].join(', ') || 'order changed'
}
