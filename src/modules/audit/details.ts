/** A value as the log stores it. */
export type AuditValue = string | number | boolean | null | readonly string[]

/** A member that the action changed. */
interface ChangedMember {
  readonly before: AuditValue
  readonly after: AuditValue
}

/**
 * What an event records, by member, in the names of the API (`expires_at`). A changed member has its
 * values before and after. A value alone is what the action recorded; rows of 0.2.0 and earlier
 * have no others.
 */
export type AuditDetails = Readonly<Record<string, AuditValue | ChangedMember>>

/** A member of an event as it is read. */
export interface AuditChange {
  readonly member: string
  /** Undefined: not recorded. Null: was not set. */
  readonly before: AuditValue | undefined
  readonly after: AuditValue
}

/** Which value of a change: the two recorded ones, and for lists what differs between them. */
export type ChangePart = 'before' | 'after' | 'added' | 'removed'

/** The members whose values differ. Both objects have the same members. */
export function compareMembers(
  before: Readonly<Record<string, AuditValue>>,
  after: Readonly<Record<string, AuditValue>>,
): AuditDetails {
  const pairs = Object.entries(after).map(
    ([member, value]) => [member, { before: before[member] ?? null, after: value }] as const,
  )
  return Object.fromEntries(
    pairs.filter(([, pair]) => JSON.stringify(pair.before) !== JSON.stringify(pair.after)),
  )
}

/** The changes of an event from its `details` column. */
export function parseDetails(details: unknown): AuditChange[] {
  if (typeof details !== 'object' || details === null) return []
  return Object.entries(details).map(([member, stored]) =>
    isChangedMember(stored)
      ? { member, before: parseValue(stored.before), after: parseValue(stored.after) }
      : { member, before: undefined, after: parseValue(stored) },
  )
}

/** That value of the change; undefined where it has none. */
export function partOf({ before, after }: AuditChange, part: ChangePart): AuditValue | undefined {
  if (part === 'before') return before
  if (part === 'after') return after
  if (!isList(before) || !isList(after)) return undefined
  return part === 'added' ? subtract(after, before) : subtract(before, after)
}

export function isList(value: AuditValue | undefined): value is readonly string[] {
  return Array.isArray(value)
}

function subtract(values: readonly string[], from: readonly string[]): string[] {
  const known = new Set(from)
  return values.filter((value) => !known.has(value))
}

function isChangedMember(stored: unknown): stored is { before: unknown; after: unknown } {
  return typeof stored === 'object' && stored !== null && 'before' in stored && 'after' in stored
}

function parseValue(stored: unknown): AuditValue {
  if (stored === null || typeof stored === 'number' || typeof stored === 'boolean') return stored
  if (Array.isArray(stored)) return stored.map(String)
  return typeof stored === 'string' ? stored : JSON.stringify(stored)
}
