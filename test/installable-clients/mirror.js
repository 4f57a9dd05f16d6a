// A mirror as a partner writes it, for the kit. Its argument names one flaw that it is to have, or none.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const { ORANGERY_URL, ORANGERY_KEY, ORANGERY_STATE } = process.env
const [flaw] = process.argv.slice(2)
const file = join(ORANGERY_STATE, 'mirror.json')

async function get(target) {
  for (;;) {
    const headers = {
      Authorization: `Bearer ${ORANGERY_KEY}`,
      'X-Service-Version': '2024-01-01',
    }
    const reply = await fetch(ORANGERY_URL + target, { headers })
    if (reply.status !== 429 || flaw === 'swallows-429')
      return { status: reply.status, body: await reply.json() }
    await sleep(1000 * Number(reply.headers.get('Retry-After')))
  }
}

/** The pages of one walk; null if its link is refused. */
async function readPages(query) {
  const pages = []
  let target = `/api/v1/assets?${new URLSearchParams(query)}`
  for (let number = 1; target; number++) {
    const { status, body } = await get(target)
    if (status === 429) break
    if (status === 400 && flaw === 'loses-cursor') break
    if (status === 400) return null
    if (status !== 200) throw new Error(`status ${status}`)
    pages.push(body)
    target = body.links.next
    if (flaw === 'page-numbers' && target)
      target = `/api/v1/assets?${new URLSearchParams({ ...query, page: number + 1 })}`
  }
  return pages
}

/** The assets with which a walk begins: without `updated_since` it replaces the mirror. */
function begin({ version, as_of, assets }, page) {
  const keepsAll = flaw === 'keeps-narrowed' && version !== page.grant.version
  return as_of || keepsAll ? assets : {}
}

function put(assets, asset) {
  assets[asset.registry_id] =
    flaw === 'keeps-narrowed' ? { ...assets[asset.registry_id], ...asset } : asset
}

function apply(mirror, pages) {
  const assets = { ...begin(mirror, pages[0]) }
  const remove = (page) => {
    for (const { registry_id } of page.sync.removed) delete assets[registry_id]
  }
  for (const page of pages) {
    for (const asset of page.data) put(assets, asset)
    if (!['drops-removals', 'out-of-order'].includes(flaw)) remove(page)
  }
  if (flaw === 'out-of-order') pages.forEach(remove)
  const { sync, grant } = pages.at(-1)
  return { version: grant.version, as_of: sync.as_of ?? mirror.as_of, assets }
}

function sinceOf({ as_of }) {
  if (!as_of) return {}
  const at = new Date(as_of).getTime() + (flaw === 'off-by-a-millisecond' ? 1 : 0)
  return { updated_since: new Date(at).toISOString() }
}

function mirrorOf(grant, stored) {
  if (stored?.grant === grant.id) return stored
  return { grant: grant.id, version: 0, as_of: null, assets: {} }
}

async function sync(grant, stored) {
  let mirror = mirrorOf(grant, stored)
  let pages = null
  while (pages === null) {
    const query = { client_id: grant.client_id, page_size: 100, ...sinceOf(mirror) }
    pages = await readPages(query)
    if (flaw === 'ignores-complete' || !pages?.some((page) => !page.sync.complete)) continue
    mirror = { ...mirror, as_of: null }
    pages = null
  }
  return pages.length > 0 ? { grant: grant.id, ...apply(mirror, pages) } : mirror
}

const { body: me } = await get('/api/v1/me')
const stored = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
const mirrors = {}
for (const grant of me.data) mirrors[grant.client_id] = await sync(grant, stored[grant.client_id])
writeFileSync(file, JSON.stringify(mirrors))
for (const { assets } of Object.values(mirrors))
  for (const asset of Object.values(assets)) console.log(JSON.stringify(asset))
