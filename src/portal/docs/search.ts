import MiniSearch, { type Query, type SearchResult } from 'minisearch'

/** A place that the search finds. */
export interface Place {
  readonly title: string
  /** The title of its page; empty for the page itself. */
  readonly page: string
  readonly address: string
  /** What the place says around the first word that was found. */
  readonly snippet: Snippet
}

/** A part of a text, with the word that was found between two others. */
interface Snippet {
  readonly before: string
  readonly word: string
  readonly after: string
}

interface Entry {
  readonly title: string
  readonly page: string
  readonly address: string
  readonly text: string
  /** Its number in the order of the documentation. */
  readonly place: number
}

/** The searchable documentation. */
export type Index = MiniSearch<Entry>

const MOST = 30
const AROUND = 60
// A word with fewer letters is not taken for a misspelled one.
const LEAST_FUZZY = 5

// Words that readers use for what the documentation calls otherwise.
const SYNONYMS: Readonly<Record<string, readonly string[]>> = {
  authentication: ['bearer', 'credential'],
  authorization: ['scope', 'grant', 'bearer'],
  auth: ['bearer', 'credential'],
  login: ['bearer', 'sign in'],
  oauth: ['bearer', 'grant'],
  apikey: ['key'],
  token: ['secret', 'key'],
  password: ['secret'],
  pagination: ['cursor', 'page'],
  paging: ['cursor', 'page'],
  offset: ['page', 'cursor'],
  throttling: ['rate limit'],
  throttle: ['rate limit'],
  quota: ['rate limit'],
  permission: ['scope', 'grant'],
  permissions: ['scope', 'grant'],
  callback: ['webhook', 'return address'],
  hook: ['webhook'],
  etag: ['conditional'],
  caching: ['conditional', 'cache'],
  deleted: ['removed'],
  sdk: ['client'],
  polling: ['changes', 'updated_since'],
  ai: ['assistant', 'mcp'],
}

/** The index of the documentation. Other entries are left out. */
export function readIndex(json: unknown): Index {
  const index = new MiniSearch<Entry>({
    idField: 'address',
    fields: ['title', 'page', 'text'],
    storeFields: ['title', 'page', 'text', 'place'],
  })
  const entries: readonly unknown[] = Array.isArray(json) ? json : []
  index.addAll(entries.flatMap(readEntry))
  return index
}

function readEntry(entry: unknown, place: number): Entry[] {
  const [title, page, address, text]: readonly unknown[] = Array.isArray(entry) ? entry : []
  if (typeof title !== 'string' || typeof page !== 'string' || typeof text !== 'string') return []
  // Only pages of the documentation are opened.
  if (typeof address !== 'string' || !/^\/docs(?:[/#]|$)/.test(address)) return []
  return [{ title, page, address, text, place }]
}

/** The places with all words of the text or their synonyms; places of that name come first. At most 30. */
export function findPlaces(index: Index, text: string): readonly Place[] {
  const wanted = text.trim().toLowerCase()
  if (wanted === '') return []
  const found = index.search(queryOf(wanted), {
    prefix: true,
    fuzzy: (term) => (term.length >= LEAST_FUZZY ? 0.2 : false),
    boost: { title: 5, page: 2 },
    boostDocument: (_address, _term, stored) => (stored?.page === '' ? 2 : 1),
  })
  const named = found.filter(({ title }) => String(title).toLowerCase().startsWith(wanted))
  const exact = named.filter(({ title }) => String(title).length === wanted.length)
  // Of places with the same name, the first of the documentation says most.
  const first = [exact, named].flatMap((each) => each.sort((a, b) => a.place - b.place))
  return [...new Set([...first, ...found])].slice(0, MOST).map((result) => ({
    title: String(result.title),
    page: String(result.page),
    address: String(result.id),
    snippet: snippetOf(result),
  }))
}

function queryOf(wanted: string): Query {
  const queries = wanted
    .split(/\s+/)
    .map((word): Query => ({ combineWith: 'OR', queries: [word, ...synonymsOf(word)] }))
  return { combineWith: 'AND', queries }
}

// The words of a synonym belong together.
function synonymsOf(word: string): Query[] {
  const others = Object.hasOwn(SYNONYMS, word) ? (SYNONYMS[word] ?? []) : []
  return others.map((other): Query => ({ combineWith: 'AND', queries: other.split(' ') }))
}

function snippetOf({ text, terms }: SearchResult): Snippet {
  const whole = String(text)
  const lower = whole.toLowerCase()
  const [first] = terms
    .map((term) => ({ term, at: lower.indexOf(term) }))
    .filter(({ at }) => at >= 0)
    .sort((a, b) => a.at - b.at)
  if (!first) return { before: whole.slice(0, 2 * AROUND), word: '', after: '' }
  const { at, term } = first
  const end = at + term.length
  return {
    before: at > AROUND ? `…${whole.slice(at - AROUND, at)}` : whole.slice(0, at),
    word: whole.slice(at, end),
    after: whole.slice(end, end + AROUND),
  }
}
