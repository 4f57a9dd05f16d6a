import { notFound, requireIdShape } from '../../values/ids.ts'

export type HeldClient = Awaited<ReturnType<typeof findHeldClient>>

export type Query = (
  text: string,
  values: readonly unknown[],
) => Promise<readonly Readonly<Record<string, unknown>>[]>

/** Reads the values that find the rows of a client. Throws `record_not_found` for a person without a portfolio. */
export async function findHeldClient(query: Query, id: string) {
  requireIdShape('user', id)
  const [user] = await query('SELECT email, name FROM users WHERE id = $1', [id])
  const portfolio = await query('SELECT 1 AS found FROM portfolios WHERE client_id = $1', [id])
  if (!user || portfolio.length === 0) throw notFound('client')
  const grants = await query('SELECT id FROM grants WHERE client_id = $1', [id])
  const references = await query(REFERENCES, [id])
  const email = String(user.email)
  const address = addressPattern(email)
  return {
    id,
    email,
    address,
    naming: `(${namePattern(String(user.name))}|${address})`,
    grants: grants.map((grant) => String(grant.id)),
    references: references.map(({ known }) => String(known)),
  }
}

// The references under which firms know the client, each after the id of the firm and a space.
const REFERENCES = `
  SELECT k.firm_id || ' ' || g.reference AS known FROM grants g JOIN api_keys k ON k.id = g.key_id
   WHERE g.client_id = $1 AND g.reference IS NOT NULL`

// In these scripts other words, or endings, follow a name without a space. So it is found anywhere.
const WITHOUT_SPACES =
  /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}]/u
// The vowel signs of Indian scripts belong to their words, but PostgreSQL does not count them as letters.
const WORD = '[\\w\\u0900-\\u0963\\u0966-\\u0DFF]'
const SPECIAL = /[\\^$.*+?()[\]{}|]/g

// A regular expression of PostgreSQL that finds a name where it is whole words. A hyphen joins words: `Al` is in
// `Al's`, and not in `Alice` or `Al-Amin`. Arabic joins short words to a name, and German the `s` of a genitive: a name
// of one word, such as `Al`, would then be in `als`.
function namePattern(name: string): string {
  if (WITHOUT_SPACES.test(name) && [...name].length > 1) return escaped(name)
  const before = /\p{sc=Arab}/u.test(name) ? '[وفبكل]{0,2}' : ''
  const ending = name.includes(' ') ? 's?' : ''
  return `(?<!${WORD}-?)${before}${escaped(name)}${ending}(?!-?${WORD})`
}

// A regular expression of PostgreSQL that finds an email where it is a whole address.
function addressPattern(email: string): string {
  return `(?<![\\w.+-])${escaped(email)}(?![\\w-]|\\.\\w)`
}

function escaped(text: string): string {
  return text.replace(SPECIAL, '\\$&')
}
