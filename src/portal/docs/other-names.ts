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

/** The titles of what a reader calls otherwise, also before the last letters are typed. */
export function titlesOf(text: string): readonly string[] {
  const exact = NAMES.filter(({ name }) => name === text)
  const begun = text.length < LEAST ? [] : NAMES.filter(({ name }) => name.startsWith(text))
  return [...new Set((exact.length > 0 ? exact : begun).map(({ title }) => title))]
}
