import { formatCalendarDate, formatCode, formatDateTime } from '../../words/format.ts'
import { formatRecordedOverlap } from '../../words/overlaps.ts'
import { formatScope } from '../../words/scopes.ts'
import { formatDeletionAnswer } from '../grants/deletion-answers.ts'
import { formatAction } from './actions.ts'
import { formatAssets } from './format-assets.ts'
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
  /** What is shown for no value and for an empty list; default: "none". */
  readonly empty?: string
}

const INSTANT = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/

/** The members that the portal knows, in the order in which they are shown. */
const MEMBERS: ReadonlyMap<string, Member> = new Map<string, Member>([
  ['name', { label: 'Name', format: String }],
  ['role', { label: 'Role', format: formatCode }],
  ['environment', { label: 'Environment', format: formatCode }],
  ['plan', { label: 'Plan', format: formatCode }],
  ['plan_state', { label: 'State of the plan', format: formatCode }],
  ['tier', { label: 'Tier', format: formatCode, empty: 'as the firm' }],
  ['scopes', { label: 'Scopes', format: formatScope }],
  ['expires_at', { label: 'End date', format: formatText, empty: 'no end date' }],
  ['allowed_ips', { label: 'Allowed IPs', format: String, empty: 'any address' }],
  ['return_urls', { label: 'Return addresses', format: String }],
  ['return_url', { label: 'Return address', format: String }],
  ['overlap', { label: 'Old secret works for', format: formatRecordedOverlap }],
  ['purpose', { label: 'Purpose', format: String }],
  ['single_use', { label: 'Use', format: formatUse }],
  ['cause', { label: 'Cause', format: formatAction }],
  ['keys', { label: 'API keys', format: String }],
  ['website', { label: 'Website', format: String }],
  ['registration', { label: 'Registration', format: String }],
  ['contact', { label: 'Contact', format: String }],
  ['verified_on', { label: 'Verified on', format: formatCalendarDate }],
  ['deletion_requested', { label: 'Deletion of what was read', format: formatRequested }],
  ['answer', { label: 'Answer', format: formatDeletionAnswer }],
  ['host', { label: 'Host', format: String }],
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
    ...(assets === null ? [] : [['Assets', assets] as const]),
    ...[...known, ...unknown].map(formatChange),
  ]
}

function formatChange({ member: name, ...change }: Change): readonly [string, string] {
  const { before, after, added, removed } = change
  const member = MEMBERS.get(name) ?? { label: formatCode(name), format: formatText }
  if (before === null) return [member.label, formatValue(after, member)]
  if (added && removed && isWorthComparing(before, after))
    return [member.label, formatDifference(added, removed, member.format)]
  return [member.label, `${formatValue(before, member)} → ${formatValue(after, member)}`]
}

// A list that was or became empty, and one of a single value, are shown whole.
function isWorthComparing(before: Value, after: Value): boolean {
  const [fewer = 0, more = 0] = [before.count ?? 0, after.count ?? 0].sort((a, b) => a - b)
  return fewer > 0 && more > 1
}

function formatValue(value: Value, { format, empty = 'none' }: Member): string {
  if (value.count) return formatValues(value, format)
  return value.text === null ? empty : format(value.text)
}

function formatUse(text: string): string {
  return text === 'true' ? 'one approval' : 'any number of approvals'
}

function formatRequested(text: string): string {
  return text === 'true' ? 'requested' : 'not requested'
}

function formatText(text: string): string {
  return INSTANT.test(text) && !Number.isNaN(Date.parse(text)) ? formatDateTime(text) : text
}
