import MiniSearch, { type Query, type SearchResult } from 'minisearch'

/** A place that the search finds. */
export interface Place {
  readonly title: string
  /** The title of its page; empty for the page itself. */
  readonly page: string
  readonly address: string
  /** The text of the place around the first word that was found. */
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

/**
 * The places with all words of the text, or with titles that readers call so; without such a place, those with any word.
 * First those of that name: pages, sections, members. At most 30.
 */
export function findPlaces(index: Index, text: string): readonly Place[] {
  const wanted = text.trim().toLowerCase()
  if (wanted === '') return []
  const titles = titlesOf(wanted)
  const called = titles.flatMap((title) => search(index, title.toLowerCase(), 'AND'))
  const all = search(index, wanted, 'AND')
  const found = all.length + called.length > 0 ? all : search(index, wanted, 'OR')
  const named = found.filter(({ title }) => String(title).toLowerCase().startsWith(wanted))
  const exact = named.filter(({ title }) => String(title).length === wanted.length)
  // Of places with the same name, the first of the documentation says most.
  const first = [called.filter(({ title }) => titles.includes(title)), exact, named].flatMap(
    (each) => each.sort((a, b) => depthOf(a) - depthOf(b) || a.place - b.place),
  )
  return [...new Map([...first, ...found].map((result) => [result.id, result])).values()]
    .slice(0, MOST)
    .map((result) => ({
      title: String(result.title),
      page: String(result.page),
      address: String(result.id),
      snippet: snippetOf(result),
    }))
}

// A page, a section, or a member of an object, which has an anchor of several names.
const depthOf = ({ id, page }: SearchResult) =>
  page === '' ? 0 : String(id).split('#')[1]?.includes('.') ? 2 : 1

function search(index: Index, wanted: string, combineWith: 'AND' | 'OR'): SearchResult[] {
  const queries = wanted.split(/\s+/).map((word): Query => {
    const called = titlesOf(word).map(
      (title): Query => ({ combineWith: 'AND', queries: title.toLowerCase().split(' ') }),
    )
    return { combineWith: 'OR', queries: [word, ...called] }
  })
  return index.search(
    { combineWith, queries },
    {
      prefix: true,
      fuzzy: (term) => (term.length >= LEAST_FUZZY ? 0.2 : false),
      boost: { title: 5, page: 2 },
      boostDocument: (address, _term, stored) => weightOf(String(address), stored?.page === ''),
    },
  )
}

// The guide explains, and the reference of GraphQL repeats.
function weightOf(address: string, isPage: boolean): number {
  if (/^\/docs\/(?:graphql|glossary|changelog)#/.test(address)) return 0.3
  return (address.startsWith('/docs/guide') ? 2 : 1) * (isPage ? 3 : 1)
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

// Titles of the documentation with the words that readers use for them.
const OTHER_NAMES: Readonly<Record<string, string>> = {
  'API reference': 'openapi, swagger, rest api, endpoints',
  Assistants: 'ai, mcp, llm, claude, chatgpt',
  Changelog: 'release notes, releases, what is new',
  'Changes of all clients': 'change feed, events, polling',
  'Changes without a new version': 'breaking changes, compatibility',
  'Checking the signature': 'webhook signature, signature, hmac, verify webhook',
  'Conditional requests': '304, caching, cache, if-none-match',
  'Connecting a client': 'consent, connection link, oauth, permission, permissions, authorize',
  Credentials:
    'authentication, authenticate, auth, authorization, login, sign in, token, bearer, api key, apikey, password',
  'Error codes': 'status codes, error list',
  'Errors and retries': 'error, errors, error handling, retry, retries, backoff, timeout',
  'Files for programs': 'postman, bruno, download',
  'First request': 'quick start, quickstart, getting started, hello world, tutorial, curl',
  'Get the totals of a portfolio': 'portfolio summary, total value, totals',
  'Installing a package':
    'sdk, package, library, install, npm, pip, python, typescript, client library',
  'List plants': 'plants, plant store',
  'List the documents of an asset': 'documents, attachments, files',
  'List the valuations of an asset': 'valuations, valuation history, price history',
  'Order and duplicates': 'idempotency, idempotent, duplicate, duplicates',
  'Rate limits': '429, throttling, throttle, quota, too many requests',
  'Reading assets': 'scope, scopes, money, currency, decimal',
  Remedies: '400, 401, 403, 404, 500, 503, unauthorized, forbidden, not found',
  Sandbox: 'test data, testing, test key, test mode, playground',
  Syncing: 'sync, delta, mirror, replicate, incremental, deleted',
  Versions: 'version, versioning, deprecation, deprecated',
  'Walking a list': 'pagination, paginate, paging, offset, next page',
  Webhooks: 'webhook, callback, callbacks, hook, hooks, push',
  'When access ends': 'revoke, revoked, revocation, access removed',
}

const NAMES = Object.entries(OTHER_NAMES).flatMap(([title, names]) =>
  names.split(', ').map((name) => ({ name, title })),
)

// With fewer letters a name is not known.
const LEAST = 4

// The titles of what a reader calls otherwise, also before the last letters are typed.
function titlesOf(text: string): readonly string[] {
  const exact = NAMES.filter(({ name }) => name === text)
  const begun = text.length < LEAST ? [] : NAMES.filter(({ name }) => name.startsWith(text))
  return [...new Set((exact.length > 0 ? exact : begun).map(({ title }) => title))]
}
