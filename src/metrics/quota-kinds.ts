/** The kinds of limits. A subject begins with its kind; the rest is an id or an address. */
export const QUOTA_KINDS: readonly string[] =
  'key user service anonymous failed_credentials sign_in mails challenges field other'.split(' ')

/** The kind of limit that a subject is counted for. */
export function kindOfSubject(subject: string): string {
  const [name = ''] = subject.split(/[:_]/, 1)
  const kind = name.replace('-', '_')
  return QUOTA_KINDS.includes(kind) ? kind : 'other'
}
