/**
 * Keeps a mirror of every portfolio that an API key may read: one JSON file for each client.
 *
 *     echo '{"type":"module"}' > package.json && npm i typescript@5 @types/node@20
 *     npx tsc --strict --target es2022 --module nodenext sync.ts
 *     ORANGERY_URL=https://… ORANGERY_KEY=sk_live_… node sync.js FOLDER [--once | --changes]
 *
 * It reads all clients, then follows the changes of the key. With --once it reads all clients and ends; with --changes it
 * applies what has changed and ends, if all clients were read within a day. Needs Node 20 or newer and no packages. Run one process for each folder.
 */
import { createHash } from 'node:crypto'
import * as fs from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

// The members that the loop needs. The mirror keeps all others as they are, also those that are new.
interface Asset {
  registry_id: string
  updated_at: string
}
interface Page<Entry> {
  data: Entry[]
  links: { next: string | null }
}
interface Grant {
  id: string
  scopes: string[]
}
interface AssetPage extends Page<Asset> {
  grant: Grant
  sync: { complete: boolean; as_of: string | null; removed: { registry_id: string }[] }
}
interface Mirror {
  grant: string
  /** The parameters of each of its walks; filters belong here as well. */
  asked: Record<string, string>
  /** The next updated_since. Null: the next walk reads everything. */
  as_of: string | null
  assets: Record<string, Asset>
}

/** The state of reading the changes of the key. */
interface Feed {
  cursor: string
  /** The clients whose changes are not applied yet, with their grant; null where it has ended. */
  open: Record<string, string | null>
  /** When all clients were read, by this clock. */
  read_at: number
  /** Whether the last answer was not the last page. */
  more?: boolean
}
interface ChangesPage {
  mode: string
  data: { type: string; client_id: string; grant: { id: string } }[]
  next_cursor: string
  has_more: boolean
}

const { ORANGERY_URL = '', ORANGERY_KEY = '', PAUSE_SECONDS = '86400' } = process.env
const KEY = ORANGERY_KEY.trim()
// A library would quote it in its error.
if (!/^[ -~]*$/.test(KEY))
  throw new Error('ORANGERY_KEY takes the secret as it was shown, on one line.')
const PAUSE_MS = Number(PAUSE_SECONDS) * 1000 // between two passes over all clients
const WAIT_SECONDS = 20 // for a change, in one request
const ATTEMPTS = 12 // of one request; the waits between them add up to several minutes
// The page sizes of the rounds of one sync, which goes on while the digest differs. A page with more than 10,000
// documents is refused, as a cursor of other terms is. Ten assets always fit.
const PAGE_SIZES = ['100', '100', '100', '10', '10', '10']
const KEY_ENDED: unknown[] = ['revoked_api_key', 'expired_api_key']
const GRANT_ENDED: unknown[] = ['no_active_grant', 'grant_revoked', 'grant_expired']
// The data that is read with an asset, by scope.
const INCLUDED = { valuation: 'valuations', documentation: 'documents' }

/** A refusal, with its status and code; or no usable response after all attempts, with neither. */
class ApiError extends Error {
  status: number | undefined
  code: string | undefined
  ends: boolean // the key cannot be used
  constructor(message: string, status?: number, code?: string) {
    super(message)
    this.status = status
    this.code = code
    this.ends = status === 401 || code === 'ip_not_allowed'
  }
}

/** The body of a path or link. Retries what may pass: 408, 429, 5xx, lost connections, cut bodies. */
async function get<Body>(target: string): Promise<Body> {
  let problem = ''
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    let asked = 0
    try {
      const response = await fetch(ORANGERY_URL.replace(/\/$/, '') + target, {
        headers: { Authorization: `Bearer ${KEY}`, 'X-Service-Version': '2024-01-01' },
        redirect: 'error', // the key is for one host
        signal: AbortSignal.timeout(30_000),
      })
      const text = await response.text()
      if (response.status === 200) return JSON.parse(text)
      problem = `${response.status} ${text}`
      asked = Number(response.headers.get('Retry-After')) || 0
      if (response.status < 500 && ![408, 429].includes(response.status))
        throw new ApiError(problem, response.status, JSON.parse(text).error.code)
    } catch (error) {
      if (error instanceof ApiError) throw error
      problem = String(error instanceof Error && error.cause ? error.cause : error)
    }
    if (attempt === 2) console.error(problem, 'trying again')
    const backOff = Math.min(60, 0.25 * 2 ** attempt) * (0.5 + Math.random() / 2)
    await sleep(1000 * (asked + backOff))
  }
  throw new ApiError(problem)
}

/** Every page of a list. Each is found by the link of the one before, never by its number. */
async function* pages<ListPage extends Page<unknown>>(path: string, query = {}) {
  let target: string | null = `${path}?${new URLSearchParams({ page_size: '100', ...query })}`
  while (target !== null) {
    const page: ListPage = await get<ListPage>(target)
    yield page
    target = page.links.next
  }
}

function newMirror({ id, scopes }: Grant): Mirror {
  const included = Object.entries(INCLUDED).filter(([scope]) => scopes.includes(scope))
  const include = included.map(([, name]) => name).join()
  return { grant: id, asked: include ? { include } : {}, as_of: null, assets: {} }
}

/** Whether the `as_of` of one mirror is for the other: it belongs to one grant and to what its walk asked for. */
function isAlike(one: Mirror, other: Mirror): boolean {
  return one.grant === other.grant && JSON.stringify(one.asked) === JSON.stringify(other.asked)
}

/**
 * The mirror after one walk, and how many entries the walk had. Without entries, the next walk reads everything: the
 * delta is incomplete, or the grant shows other scopes than the walk was begun with.
 */
async function walk(mirror: Mirror, client: string, page_size: string) {
  let { as_of } = mirror
  let entries = 0
  const since = as_of === null ? {} : { updated_since: as_of }
  const assets = as_of === null ? {} : { ...mirror.assets }
  const query = { client_id: client, page_size, ...mirror.asked, ...since }
  for await (const page of pages<AssetPage>('/api/v1/assets', query)) {
    const begun = newMirror(page.grant)
    if (!page.sync.complete || !isAlike(begun, mirror)) return { mirror: begun, entries: null }
    for (const asset of page.data) assets[asset.registry_id] = asset
    for (const { registry_id } of page.sync.removed) delete assets[registry_id]
    entries += page.data.length + page.sync.removed.length
    as_of = page.sync.as_of
  }
  return { mirror: { ...mirror, as_of, assets }, entries }
}

function digestOf({ assets }: Mirror): string {
  const digest = createHash('sha256')
  for (const id of Object.keys(assets).sort()) digest.update(`${id} ${assets[id]?.updated_at}\n`)
  return digest.digest('hex')
}

/** Replaces the file at once: whenever the process is killed, it holds the end of one walk. */
function write(file: string, mirror: Mirror | Feed): void {
  fs.writeFileSync(`${file}.new`, JSON.stringify(mirror), { flush: true })
  fs.renameSync(`${file}.new`, file)
}

/** The mirror with which a walk begins again that the client has cut off by a change of the grant. */
function beginAgain(mirror: Mirror, error: unknown) {
  if (!(error instanceof ApiError)) throw error
  // The first page says which scopes there are now.
  if (error.code === 'insufficient_scope')
    return { mirror: newMirror({ id: mirror.grant, scopes: [] }), entries: null }
  // A cursor is refused, or a page that has too many documents.
  if (error.code === 'invalid_parameter') return { mirror, entries: null }
  throw error
}

/** Walks until the digest proves the mirror. False: not yet, it changes faster than it is read. */
async function sync(file: string, client: string, grant: string, scopes?: string[]) {
  let mirror = newMirror({ id: grant, scopes: scopes ?? [] })
  const kept: Mirror = fs.existsSync(file) ? JSON.parse(fs.readFileSync(file, 'utf8')) : mirror
  // Without scopes, the first page of the walk says whether it is to ask for something else.
  if (kept.grant === grant && (!scopes || isAlike(kept, mirror))) mirror = kept
  let differs = false
  for (const size of PAGE_SIZES) {
    const walked = await walk(mirror, client, size).catch((error) => beginAgain(mirror, error))
    mirror = walked.mirror
    if (walked.entries === null) continue
    write(file, mirror)
    const target = `/api/v1/portfolio/summary?${new URLSearchParams({ client_id: client })}`
    const summary = await get<{ data: { digest: string } }>(target)
    if (summary.data.digest === digestOf(mirror)) return true
    // The digest may include a change that came after the walk: the next delta brings it. If that one
    // is empty and the digest still differs, the mirror is wrong, and is read as a whole.
    if (differs && walked.entries === 0) mirror = { ...mirror, as_of: null }
    differs = true
  }
  return false
}

/** One pass over all clients of the key. Returns those whose mirrors are not proved, with their grant. */
async function syncAll(folder: string): Promise<Feed['open']> {
  const granted = new Map<string, Grant>()
  for await (const page of pages<Page<Grant & { client_id: string }>>('/api/v1/me'))
    for (const grant of page.data) granted.set(grant.client_id, grant)
  deleteMirrors(folder, (client) => !granted.has(client))
  const open: Feed['open'] = {}
  for (const [client, { id, scopes }] of granted)
    if (!(await syncOne(folder, client, id, scopes))) open[client] = id
  return open
}

/** Syncs the mirror of one client, or deletes it if its grant has ended. True if it is done. */
async function syncOne(folder: string, client: string, grant: string, scopes?: string[]) {
  try {
    const isDone = await sync(join(folder, `${client}.json`), client, grant, scopes)
    console.log(client, isDone ? 'proved' : 'not proved yet')
    return isDone
  } catch (error) {
    if (!(error instanceof ApiError) || error.ends) throw error
    if (GRANT_ENDED.includes(error.code)) deleteMirrors(folder, (each) => each === client)
    else console.error(client, error.message)
    return GRANT_ENDED.includes(error.code)
  }
}

/** Waits for changes, and applies them. A change that could not be applied stays in `open`. False: read all clients. */
async function follow(folder: string, feed: Feed, seconds: number): Promise<boolean> {
  const wait = String(isEmpty(feed.open) ? seconds : Math.min(1, seconds))
  const query = new URLSearchParams({ cursor: feed.cursor, wait, page_size: '100' })
  const page = await get<ChangesPage>(`/api/v1/changes?${query}`).catch(refusedCursor)
  if (page === null || page.mode === 'full') return false
  for (const { type, client_id, grant } of page.data)
    feed.open[client_id] = type === 'grant.ended' ? null : grant.id
  for (const [client, grant] of Object.entries(feed.open)) {
    if (grant === null) deleteMirrors(folder, (each) => each === client)
    if (grant === null || (await syncOne(folder, client, grant))) delete feed.open[client]
  }
  feed.cursor = page.next_cursor
  feed.more = page.has_more
  write(join(folder, 'feed.json'), feed)
  return true
}

/** The cursor is of another key, or of a gateway with another secret: all clients are read again. */
function refusedCursor(error: unknown): null {
  if (error instanceof ApiError && error.code === 'invalid_parameter') return null
  throw error
}

/**
 * Reads all clients, unless that was done lately, and follows the changes until it is due again. With `ends` it applies
 * what there is, and returns whether nothing is left.
 */
async function run(folder: string, ends: boolean): Promise<boolean> {
  const file = join(folder, 'feed.json')
  let feed: Feed | undefined
  if (fs.existsSync(file)) feed = JSON.parse(fs.readFileSync(file, 'utf8'))
  // A time in the future is of a clock that was set back.
  if (!feed || feed.read_at > Date.now() || Date.now() - feed.read_at >= PAUSE_MS) {
    // The cursor first: what changes during the pass comes after it.
    const { next_cursor } = await get<ChangesPage>('/api/v1/changes')
    feed = { cursor: next_cursor, read_at: Date.now(), open: await syncAll(folder) }
    write(file, feed)
  }
  while (ends || Date.now() - feed.read_at < PAUSE_MS) {
    if (!(await follow(folder, feed, ends ? 0 : WAIT_SECONDS))) {
      fs.rmSync(file)
      return false
    }
    if (ends && !feed.more) return isEmpty(feed.open)
  }
  return true
}

const isEmpty = (open: Feed['open']) => Object.keys(open).length === 0

function deleteMirrors(folder: string, isEnded: (client: string) => boolean): void {
  for (const name of fs.readdirSync(folder)) {
    const client = /^(user_\w+)\./.exec(name)?.[1]
    if (client === undefined || !isEnded(client)) continue
    fs.rmSync(join(folder, name))
    console.log(name, 'deleted')
  }
}

process.umask(0o077) // what clients share with you is nobody else's to read
const [folder = 'mirror', option] = process.argv.slice(2)
fs.mkdirSync(folder, { recursive: true })
for (;;) {
  let isProved = false
  try {
    if (option === '--once') isProved = isEmpty(await syncAll(folder))
    else isProved = await run(folder, option === '--changes')
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (KEY_ENDED.includes(error.code)) deleteMirrors(folder, () => true)
    console.error(error.message)
    if (error.ends) process.exit(1)
    await sleep(500 + Math.random() * 500)
  }
  if (option !== undefined) process.exit(isProved ? 0 : 1)
}
