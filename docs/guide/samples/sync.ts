/**
 * Keeps a mirror of every portfolio that an API key may read: one JSON file for each client.
 *
 *     ORANGERY_URL=https://… ORANGERY_KEY=sk_live_… node sync.js FOLDER [--once]
 *
 * Needs Node 20 or newer and no packages. Run one process for each folder.
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
  sync: { mode: string; as_of: string | null; removed: { registry_id: string }[] }
}
interface Mirror {
  grant: string
  /** What each of its walks asks for; filters belong in it as well. */
  asked: Record<string, string>
  as_of: string | null
  assets: Record<string, Asset>
}

const { ORANGERY_URL = '', ORANGERY_KEY = '', PAUSE_SECONDS = '900' } = process.env
const ATTEMPTS = 12 // of one request; the waits between them add up to several minutes
const ROUNDS = 6 // of one sync: how often it goes on while the digest differs
const KEY_ENDED: unknown[] = ['revoked_api_key', 'expired_api_key']
const GRANT_ENDED: unknown[] = ['no_active_grant', 'grant_revoked', 'grant_expired']
// What is read with an asset, by scope.
const INCLUDED = { valuation: 'valuations', documentation: 'documents' }

/** A refusal, with its status and code; or no usable response after all attempts, with neither. */
class ApiError extends Error {
  status: number | undefined
  code: string | undefined
  constructor(message: string, status?: number, code?: string) {
    super(message)
    this.status = status
    this.code = code
  }
}

/** The grant has other scopes than the walk was begun with. */
class OtherScopes extends Error {
  grant: Grant
  constructor(grant: Grant) {
    super('the scopes have changed')
    this.grant = grant
  }
}

/** The body of a path or link. Retries what may pass: 408, 429, 5xx, lost connections, cut bodies. */
async function get<Body>(target: string): Promise<Body> {
  let problem = ''
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    let asked = 0
    try {
      const response = await fetch(ORANGERY_URL.replace(/\/$/, '') + target, {
        headers: { Authorization: `Bearer ${ORANGERY_KEY}`, 'X-Service-Version': '2024-01-01' },
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
    const backOff = Math.min(60, 0.25 * 2 ** attempt) * (0.5 + Math.random() / 2)
    await sleep(1000 * (asked + backOff))
  }
  throw new ApiError(problem)
}

/** Every page of a list. Each is found by the link of the one before, never by its number. */
async function* pages<ListPage extends Page<unknown>>(path: string, query = {}) {
  let target: string | null = `${path}?${new URLSearchParams({ ...query, page_size: '100' })}`
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

/** The mirror after one walk, and how many entries the walk had. */
async function walk(mirror: Mirror, client: string, isDelta: boolean) {
  let { assets, as_of } = mirror
  let [entries, isFirst] = [0, true]
  const since = isDelta && as_of !== null ? { updated_since: as_of } : {}
  const query = { client_id: client, ...mirror.asked, ...since }
  for await (const page of pages<AssetPage>('/api/v1/assets', query)) {
    if (!isAlike(newMirror(page.grant), mirror)) throw new OtherScopes(page.grant)
    if (isFirst) assets = page.sync.mode === 'full' ? {} : { ...assets }
    for (const asset of page.data) assets[asset.registry_id] = asset
    for (const { registry_id } of page.sync.removed) delete assets[registry_id]
    entries += page.data.length + page.sync.removed.length
    as_of = page.sync.as_of
    isFirst = false
  }
  return { mirror: { ...mirror, as_of, assets }, entries }
}

function digestOf({ assets }: Mirror): string {
  const digest = createHash('sha256')
  for (const id of Object.keys(assets).sort()) digest.update(`${id} ${assets[id]?.updated_at}\n`)
  return digest.digest('hex')
}

/** Replaces the file at once: whenever the process is killed, it holds the end of one walk. */
function write(file: string, mirror: Mirror): void {
  fs.writeFileSync(`${file}.new`, JSON.stringify(mirror), { flush: true })
  fs.renameSync(`${file}.new`, file)
}

/** The mirror with which a walk begins again that the client has cut off by a change of the grant. */
function beginAgain(mirror: Mirror, error: unknown): Mirror {
  if (error instanceof OtherScopes) return newMirror(error.grant)
  if (!(error instanceof ApiError)) throw error
  // The first page says which scopes there are now.
  if (error.code === 'insufficient_scope') return newMirror({ id: mirror.grant, scopes: [] })
  if (error.code === 'invalid_parameter') return mirror // a cursor is refused
  throw error
}

/** Walks until the digest proves the mirror. False: not yet, it changes faster than it is read. */
async function sync(file: string, client: string, grant: Grant): Promise<boolean> {
  let mirror = newMirror(grant)
  const kept: Mirror = fs.existsSync(file) ? JSON.parse(fs.readFileSync(file, 'utf8')) : mirror
  if (isAlike(kept, mirror)) mirror = kept
  let [isDelta, differs] = [true, false]
  for (let round = 0; round < ROUNDS; round++) {
    const walked = await walk(mirror, client, isDelta).catch((error) => beginAgain(mirror, error))
    if (!('entries' in walked)) {
      mirror = walked
      continue
    }
    mirror = walked.mirror
    write(file, mirror)
    const target = `/api/v1/portfolio/summary?${new URLSearchParams({ client_id: client })}`
    const summary = await get<{ data: { digest: string } }>(target)
    if (summary.data.digest === digestOf(mirror)) return true
    // The digest may include a change that came after the walk: the next delta brings it. If that one
    // is empty and the digest still differs, the mirror is wrong, and is read as a whole.
    isDelta = !(differs && walked.entries === 0)
    differs = true
  }
  return false
}

/** One pass over all clients of the key. True if every mirror is proved. */
async function syncAll(folder: string): Promise<boolean> {
  const granted = new Map<string, Grant>()
  for await (const page of pages<Page<Grant & { client_id: string }>>('/api/v1/me'))
    for (const grant of page.data) granted.set(grant.client_id, grant)
  deleteMirrors(folder, (client) => !granted.has(client))
  let isProved = true
  for (const [client, grant] of granted) {
    try {
      const done = await sync(join(folder, `${client}.json`), client, grant)
      console.log(client, done ? 'proved' : 'not proved yet')
      isProved &&= done
    } catch (error) {
      if (!(error instanceof ApiError) || error.status === 401) throw error
      if (GRANT_ENDED.includes(error.code)) deleteMirrors(folder, (each) => each === client)
      else {
        console.error(client, error.message)
        isProved = false
      }
    }
  }
  return isProved
}

function deleteMirrors(folder: string, isEnded: (client: string) => boolean): void {
  for (const name of fs.readdirSync(folder)) {
    const client = /^(user_\w+)\.json/.exec(name)?.[1]
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
    isProved = await syncAll(folder)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (KEY_ENDED.includes(error.code)) deleteMirrors(folder, () => true)
    console.error(error.message)
    if (error.status === 401) process.exit(1)
  }
  if (option === '--once') process.exit(isProved ? 0 : 1)
  await sleep(Number(PAUSE_SECONDS) * 1000 * (0.9 + Math.random() / 5))
}
