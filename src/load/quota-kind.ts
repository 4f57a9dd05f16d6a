// The kind of a limit by the beginning of its subject, up to the first colon or underscore. The rest of a subject is an
// id or an address.
const KINDS: Readonly<Record<string, string>> = {
  key: 'key',
  user: 'user',
  anonymous: 'anonymous',
  'failed-credentials': 'failed_credentials',
  'sign-in': 'sign_in',
  field: 'field',
}

/** The kinds of limits. */
export const QUOTA_KINDS: readonly string[] = Object.values(KINDS)

/** The kind of limit that a subject is counted for. */
export function kindOfSubject(subject: string): string {
  const [name = ''] = subject.split(/[:_]/, 1)
  return KINDS[name] ?? 'other'
}
