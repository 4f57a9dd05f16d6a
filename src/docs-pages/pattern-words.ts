// The expressions of the description in words. An expression that the description composes is known by its start.
const WORDS: readonly (readonly [start: string, words: string])[] = [
  ['^(id|registry_id|', 'names of members, with commas between them'],
  [String.raw`^(\d{4})-(\d\d)-(\d\d)(?:[Tt]`, 'a date or an instant of ISO 8601'],
  [String.raw`^\d{4}-`, 'an instant of UTC in milliseconds, such as 2026-11-20T09:30:00.000Z'],
  [String.raw`^[\w-]+$`, 'letters, digits, hyphens and underscores'],
  [String.raw`^[\w-]{1,400}$`, 'at most 400 letters, digits, hyphens and underscores'],
  ['^[A-Za-z_]+$', 'letters and underscores'],
  ['^[a-z][a-z0-9_]{0,63}$', 'a word of lower-case letters, digits and underscores'],
  ['^[a-z][a-z0-9_.]{0,63}$', 'words of lower-case letters, digits and underscores, with dots'],
  ['^[A-Z]{3}$', 'three capital letters'],
  ['^[0-9a-f]{64}$', '64 hexadecimal digits in lower case'],
  [String.raw`^\d{1,12}$`, 'at most 12 digits'],
  [String.raw`^(0|-?[1-9]\d{0,18})$`, 'an integer of at most 19 digits'],
  [String.raw`^-?(0|[1-9]\d*)(\.\d+)?$`, 'a decimal'],
  [String.raw`^-?(0|[1-9]\d{`, 'a decimal of at most 18 digits before the point and 10 after it'],
  [
    String.raw`^(0|[1-9]\d{0,17})(\.\d{1,6})?$`,
    'a decimal of at most 18 digits before the point and 6 after it, not negative',
  ],
  [String.raw`^(0(\.\d{1,6})?|1`, 'a decimal from 0 to 1 with at most 6 digits after the point'],
  ['^/', 'a path that begins with /'],
]

/** The words for an expression, for a reader. */
export function wordsOf(pattern: string): string {
  return WORDS.find(([start]) => pattern.startsWith(start))?.[1] ?? 'an expression'
}
