import type { HistoryEventFragment } from '../../generated/graphql.ts'
import { t } from '../../i18n/text.ts'
import { formatList, formatNumber } from '../../words/format.ts'

export type Change = HistoryEventFragment['changes'][number]
export type Value = Change['after']
/** The first values of a list, and how many it has. */
export type ListValue = Pick<Value, 'count' | 'values'>

/** The kind of the values of a list. */
type Listed = 'category' | 'items' | 'values'

const RECORD_ID = /^([a-z]+_|ORY-[A-Z]{2}-)[0-9A-HJKMNP-TV-Z]{26}$/

/** Whether a text is the id of a record, which says nothing to a person. */
export function isRecordId(text: string): boolean {
  return RECORD_ID.test(text)
}

/** The values of a list that can be named: by a label of the API, or by `format` if they are not ids. */
export function namesOf({ values }: ListValue, format: (text: string) => string): string[] {
  return (values ?? []).flatMap(({ value, label }) => {
    if (label !== null) return label
    return isRecordId(value) ? [] : format(value)
  })
}

/** The names of a list, and how many more values it has; only the number if none has a name. */
export function formatValues(list: ListValue, format: (text: string) => string): string {
  const names = namesOf(list, format)
  const count = list.count ?? names.length
  return names.length === 0 && count > 0 ? formatNumber(count) : formatList(names, count)
}

/** "2 assets added (…), 1 asset removed (…)". Where only the order changed, says so. */
export function formatDifference(
  added: ListValue,
  removed: ListValue,
  format: (text: string) => string,
  listed: Listed = 'values',
): string {
  const part = (list: ListValue, formatPart: typeof formatAdded) => {
    const count = list.count ?? 0
    const names = namesOf(list, format)
    const named = names.length > 0 ? ` (${formatList(names, count)})` : ''
    return count > 0 ? [formatPart(listed, count) + named] : []
  }
  const parts = [...part(added, formatAdded), ...part(removed, formatRemoved)]
  return parts.join(', ') || t('order changed')
}

function formatAdded(listed: Listed, count: number): string {
  return t(
    '{count, number} {listed, select, category {{count, plural, one {category} other {categories}} added} items {{count, plural, one {asset} other {assets}} added} other {added}}',
    { listed, count },
  )
}

function formatRemoved(listed: Listed, count: number): string {
  return t(
    '{count, number} {listed, select, category {{count, plural, one {category} other {categories}} removed} items {{count, plural, one {asset} other {assets}} removed} other {removed}}',
    { listed, count },
  )
}
