export type AuditValue = string | number | boolean | null | readonly string[]

export interface ChangedMember {
  readonly before: AuditValue
  readonly after: AuditValue
}

export interface AuditChange {
  readonly member: string
  /** Undefined: it was not recorded. Null: the member had no value. */
  readonly before: AuditValue | undefined
  readonly after: AuditValue
}

/** The members whose values differ, with both values. */
export function compareMembers<Member extends string>(
  before: Readonly<Record<Member, AuditValue>>,
  after: Readonly<Record<Member, AuditValue>>,
): { readonly [Name in Member]?: ChangedMember } {
  const changed: { [Name in Member]?: ChangedMember } = {}
  for (const member in after) {
    const pair = { before: before[member], after: after[member] }
    if (JSON.stringify(pair.before) !== JSON.stringify(pair.after)) changed[member] = pair
  }
  return changed
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

export function isList(value: AuditValue | undefined): value is readonly string[] {
  return Array.isArray(value)
}

/** The values of a list that another list does not have. Undefined if one of the two is not a list. */
export function subtract(
  list: AuditValue | undefined,
  other: AuditValue | undefined,
): string[] | undefined {
  if (!isList(list) || !isList(other)) return undefined
  const known = new Set(other)
  return list.filter((value) => !known.has(value))
}

function isChangedMember(stored: unknown): stored is { before: unknown; after: unknown } {
  return typeof stored === 'object' && stored !== null && 'before' in stored && 'after' in stored
}

function parseValue(stored: unknown): AuditValue {
  if (stored === null || typeof stored === 'number' || typeof stored === 'boolean') return stored
  if (Array.isArray(stored)) return stored.map(String)
  return typeof stored === 'string' ? stored : JSON.stringify(stored)
}
