import { t } from '../../i18n/text.ts'
import { formatFilter, formatFilterCount, isFilterType } from '../../words/asset-filter.ts'
import { formatCategory } from '../../words/categories.ts'
import { formatCode } from '../../words/codes.ts'
import { ENVIRONMENTS } from '../../words/environments.ts'
import { findLabel, formatCalendarDate, formatDateTime } from '../../words/format.ts'
import { formatRecordedOverlap } from '../../words/overlaps.ts'
import { PLAN_STATES, PLANS } from '../../words/plan.ts'
import { TIERS } from '../../words/rate-limit.ts'
import { ROLES } from '../../words/roles.ts'
import { formatScope } from '../../words/scopes.ts'
import { formatDeletionAnswer } from '../grants/deletion-answers.ts'
import { formatAction } from './actions.ts'
import {
  type Change,
  formatDifference,
  formatValues,
  isRecordId,
  type Value,
} from './format-values.ts'

interface Member {
  readonly label: string
  /** How a text of it is shown. */
  readonly format: (text: string) => string
  /** The text for no value and for an empty list; default: "none". */
  readonly empty?: string
}

// A value that a later version has recorded stays as it is.
function labelOf(labels: Readonly<Record<string, string>>): (code: string) => string {
  return (code) => findLabel(labels, code) ?? formatCode(code)
}

const either = (yes: string, no: string) => (text: string) => (text === 'true' ? yes : no)
const formatRole = (role: string) => findLabel(ROLES, role)?.label ?? formatCode(role)
const INSTANT = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/

/** The members that the portal knows, in the order in which they are shown. */
const MEMBERS: ReadonlyMap<string, Member> = new Map<string, Member>([
  ['name', { label: t('Name'), format: String }],
  ['role', { label: t('Role'), format: formatRole }],
  ['environment', { label: t('Environment'), format: labelOf(ENVIRONMENTS) }],
  ['plan', { label: t('Plan'), format: labelOf(PLANS) }],
  ['plan_state', { label: t('State of the plan'), format: labelOf(PLAN_STATES) }],
  ['tier', { label: t('Tier'), format: labelOf(TIERS), empty: t('as the firm') }],
  ['scopes', { label: t('Scopes'), format: formatScope }],
  ['expires_at', { label: t('End date'), format: formatText, empty: t('no end date') }],
  ['allowed_ips', { label: t('Allowed IPs'), format: String, empty: t('any address') }],
  ['return_urls', { label: t('Return addresses'), format: String }],
  ['return_url', { label: t('Return address'), format: String }],
  ['creates_links', { label: t('Creates connection links'), format: either(t('Yes'), t('No')) }],
  ['links', { label: t('Links'), format: String }],
  ['overlap', { label: t('Old secret works for'), format: formatRecordedOverlap }],
  ['purpose', { label: t('Purpose'), format: String }],
  [
    'single_use',
    { label: t('Use'), format: either(t('one approval'), t('any number of approvals')) },
  ],
  ['for_one_email', { label: t('Who can answer'), format: () => t('one account') }],
  ['cause', { label: t('Cause'), format: formatAction }],
  ['keys', { label: t('API keys'), format: String }],
  ['website', { label: t('Website'), format: String }],
  ['registration', { label: t('Registration'), format: String }],
  ['contact', { label: t('Contact'), format: String }],
  ['verified_on', { label: t('Verified on'), format: formatCalendarDate }],
  [
    'deletion_requested',
    { label: t('Deletion of what was read'), format: either(t('requested'), t('not requested')) },
  ],
  ['answer', { label: t('Answer'), format: formatDeletionAnswer }],
  ['host', { label: t('Host'), format: String }],
])

// The key is what a history belongs to or links to; the assets are formatted from two members.
const NOT_LISTED: ReadonlySet<string> = new Set([
  'key_id',
  'asset_filter',
  'filter_values',
  // They say nothing to a person.
  'reference',
  'version',
  'event',
])

/**
 * The changes of an event as labels and texts, ready to show, without ids of records. A member that
 * is not known here keeps its name and its values: the API may add members.
 */
export function formatChanges(changes: readonly Change[]): (readonly [string, string])[] {
  const byMember = new Map(changes.map((change) => [change.member, change]))
  const known = [...MEMBERS.keys()].flatMap((member) => byMember.get(member) ?? [])
  const unknown = changes.filter(
    ({ member, after }) =>
      !MEMBERS.has(member) && !NOT_LISTED.has(member) && !isRecordId(after.text ?? ''),
  )
  const assets = formatAssets(byMember.get('asset_filter'), byMember.get('filter_values'))
  return [
    ...(assets === null ? [] : [[t('Assets'), assets] as const]),
    ...[...known, ...unknown].map(formatChange),
  ]
}

function formatChange({ member: name, ...change }: Change): readonly [string, string] {
  const { before, after, added, removed } = change
  const member = MEMBERS.get(name) ?? { label: formatCode(name), format: formatText }
  if (before === null) return [member.label, formatValue(after, member)]
  if (added && removed && isWorthComparing(before, after))
    return [member.label, formatDifference(added, removed, member.format)]
  return [
    member.label,
    t('{before} → {after}', {
      before: formatValue(before, member),
      after: formatValue(after, member),
    }),
  ]
}

// A list that was or became empty, and one of a single value, are shown whole.
function isWorthComparing(before: Value, after: Value): boolean {
  const [fewer = 0, more = 0] = [before.count ?? 0, after.count ?? 0].sort((a, b) => a - b)
  return fewer > 0 && more > 1
}

function formatValue(value: Value, { format, empty = t('none') }: Member): string {
  if (value.count) return formatValues(value, format)
  return value.text === null ? empty : format(value.text)
}

function formatText(text: string): string {
  return INSTANT.test(text) && !Number.isNaN(Date.parse(text)) ? formatDateTime(text) : text
}

// Which assets a grant shows, from the two members that record its filter; null where an event has
// neither. Where only the values changed, the type has no value before.
function formatAssets(filter: Change | undefined, values: Change | undefined): string | null {
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
