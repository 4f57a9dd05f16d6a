// In these scripts other words, or endings, follow a name without a space. So it is found anywhere.
const WITHOUT_SPACES =
  /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}]/u
// The vowel signs of Indian scripts belong to their words, but PostgreSQL does not count them as letters.
const WORD = '[\\w\\u0900-\\u0963\\u0966-\\u0DFF]'
const SPECIAL = /[\\^$.*+?()[\]{}|]/g

/**
 * A regular expression of PostgreSQL that finds a name where it is whole words. A hyphen joins words: `Al` is in
 * `Al's`, and not in `Alice` or `Al-Amin`. Arabic joins short words to a name, and German the `s` of a genitive: a name
 * of one word, such as `Al`, would then be in `als`.
 */
export function namePattern(name: string): string {
  if (WITHOUT_SPACES.test(name) && [...name].length > 1) return escaped(name)
  const before = /\p{sc=Arab}/u.test(name) ? '[وفبكل]{0,2}' : ''
  const ending = name.includes(' ') ? 's?' : ''
  return `(?<!${WORD}-?)${before}${escaped(name)}${ending}(?!-?${WORD})`
}

/** A regular expression of PostgreSQL that finds an email where it is a whole address. */
export function addressPattern(email: string): string {
  return `(?<![\\w.+-])${escaped(email)}(?![\\w-]|\\.\\w)`
}

function escaped(text: string): string {
  return text.replace(SPECIAL, '\\$&')
}
