// In these scripts other words, or endings, follow a name without a space. So it is found anywhere.
const WITHOUT_SPACES =
  /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}]/u
// The vowel signs of Indian scripts belong to their words, but PostgreSQL does not count them as letters.
const WORD = '[\\w\\u0900-\\u0963\\u0966-\\u0DFF]'
const SPECIAL = /[\\^$.*+?()[\]{}|]/g

/**
 * A regular expression of PostgreSQL that finds a name where it is whole words. A hyphen joins words: `Al` is in
 * `Al's`, and not in `Alice` or `Al-Amin`.
 */
export function namePattern(name: string): string {
  const isAnywhere = WITHOUT_SPACES.test(name) && [...name].length > 1
  return isAnywhere ? escaped(name) : `(?<!${WORD}-?)${escaped(name)}(?!-?${WORD})`
}

/** A regular expression of PostgreSQL that finds an email where it is a whole address. */
export function addressPattern(email: string): string {
  return `(?<![\\w.+-])${escaped(email)}(?![\\w-]|\\.\\w)`
}

function escaped(text: string): string {
  return text.replace(SPECIAL, '\\$&')
}
