const QUOTES: readonly [RegExp, string][] = [
  [/[\u2018-\u201B\u02BC\u02B9\u2032\u0060\u00B4]/gu, "'"],
  [/[\u201C-\u201F\u2033\u00AB\u00BB]/gu, '"'],
  [/[\p{Dash_Punctuation}\u2212]/gu, '-'],
]
// They show nothing by themselves: a zero-width space, a soft hyphen, a variation of an emoji.
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu

/**
 * Whether a typed name is the name that is shown, for a person who cannot see how either is encoded:
 * kinds of white space, quotes and dashes, and forms of an accent are the same. So are capitals, which
 * the keyboard of a phone sets by itself. It keeps from acting by mistake and proves nothing.
 */
export function isSameName(typed: string, shown: string): boolean {
  return comparable(typed) === comparable(shown)
}

function comparable(name: string): string {
  const unified = QUOTES.reduce((text, [kinds, one]) => text.replace(kinds, one), name)
  const composed = unified.normalize('NFKC').replace(INVISIBLE, '').toLowerCase()
  return composed.replace(/\s+/gu, ' ').trim()
}
