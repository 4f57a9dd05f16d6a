import { t } from '../../i18n/text.ts'
import { formatFilter, formatFilterCount, isFilterType } from '../../words/asset-filter.ts'
import { formatCategory } from '../../words/categories.ts'
import {
  type Change,
  formatDifference,
  formatValues,
  isRecordId,
  type Value,
} from './format-values.ts'

/**
 * Which assets a grant shows, from the two members that record its filter; null where an event has
 * neither. Where only the values changed, the type has no value before.
 */
export function formatAssets(
  filter: Change | undefined,
  values: Change | undefined,
): string | null {
  if (!filter && !values) return null
  const type = filter?.after.text ?? ''
  const listed = !filter?.before && (type === 'category' || type === 'items') ? type : null
  if (listed && values?.added && values.removed)
    return formatDifference(values.added, values.removed, formatCategory, listed)
  const after = formatRecorded(filter?.after, values?.after)
  if (!filter?.before && !values?.before) return after
  const before = formatRecorded(filter?.before ?? filter?.after, values?.before)
  return t('{before} → {after}', { before, after })
}

function formatRecorded(type: Value | undefined, values: Value | null | undefined): string {
  const list = { count: values?.count ?? 0, values: values?.values ?? [] }
  const known = type?.text ?? ''
  if (!isFilterType(known))
    return [type?.text, formatValues(list, String)].filter(Boolean).join(': ') || t('none')
  const named = list.values.flatMap(({ value, label }) =>
    label === null && isRecordId(value) ? [] : [{ id: value, label: label ?? value }],
  )
  // The firm is given no titles and no names.
  if (list.count > 0 && named.length === 0) return formatFilterCount({ ...list, type: known })
  return formatFilter({ type: known, count: list.count, values: named })
}
