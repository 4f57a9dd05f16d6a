import { beforeAll, describe, expect, test } from 'vitest'
import { orangery } from '../cli/orangery.ts'
import { testProcess } from './server.ts'

const BEFORE_ALL = '2020-01-01T00:00:00.000Z'
const SCOPES = 'registry,valuation,documentation'
const SOLD_FOR = 123_456.78

const gateway = testProcess()
let firm = ''
/** A client who sold an asset before the first grant, and one who has the same assets. */
let client = ''
let neighbour = ''
/** The registry id of the asset that was sold. */
let sold = ''
let key: NewKey
let grant = ''

interface NewKey {
  readonly id: string
  readonly secret: string
}

beforeAll(async () => {
  firm = idOf(await gateway.orangery('firm', 'create', '--name', 'Hale', '--plan', 'enterprise'))
  client = await createClient('ada')
  neighbour = await createClient('bo')
  for (const id of [client, neighbour]) await importTo(id, assets('Watch'))
  sold = await readRegistryId(client)
  await importTo(client, [{ type: 'removal', asset: 'a0' }])
  key = await createKey()
  grant = await createGrant(key, client)
  await createGrant(key, neighbour)
})

describe('a forged cursor lists no asset that was sold before the grant began', () => {
  const place = [BEFORE_ALL, `ORY-WT-${'0'.repeat(26)}`]
  const forms = [...['whole', 'part'].map((kind) => ['delta', ...place, kind]), [...place, 'whole']]
  const forged = forms.flatMap((members) => {
    const json = Buffer.from(JSON.stringify(members))
    return [json, Buffer.concat([Buffer.alloc(16), json])].map((each) => each.toString('base64url'))
  })

  test('over REST and over GraphQL', async () => {
    for (const cursor of forged) {
      const path = `/api/v1/assets?client_id=${client}&cursor=${cursor}`
      for (const reply of [
        await get(path),
        await get(`${path}&updated_since=${BEFORE_ALL}`),
        await get(`${path}&updated_since=${BEFORE_ALL}&max_value=${SOLD_FOR + 1}`),
        await changes({ updatedSince: BEFORE_ALL }, cursor),
      ]) {
        expect(reply.code).toBe('invalid_parameter')
        expect(reply.text).not.toContain(sold)
      }
    }
  })
})

describe('a cursor is for one list alone', () => {
  const path = () => `/api/v1/assets?client_id=${client}&page_size=1`
  const historyOf = (id: string) => `/assets/${id}/valuations`

  test.each([
    ['another filter', (link: string) => `${link}&category=watches`],
    ['a range of values', (link: string) => `${link}&max_value=5`],
    ['an updated_since', (link: string) => `${link}&updated_since=${BEFORE_ALL}`],
    ['another client', (link: string) => link.replace(client, neighbour)],
    ['the history of an asset', (link: string) => link.replace('/assets', historyOf(sold))],
    [
      'the list of grants',
      (link: string) =>
        `/api/v1/me?${new URL(link, 'http://x').searchParams}`.replace(/client_id=\w+&/, ''),
    ],
  ])('%s is refused with it', async (_, changed) => {
    const { next } = (await get(path())).links
    expect((await get(next)).status).toBe(200)
    const reply = await get(changed(next))
    const known = changed(next).includes('/valuations') ? [[404, 'asset_not_found']] : []
    expect([...known, [400, 'invalid_parameter']]).toContainEqual([reply.status, reply.code])
  })

  test('another page size and related data are not refused', async () => {
    const { next } = (await get(path())).links
    for (const more of ['page_size=2', 'page_size=1&include=valuations']) {
      const reply = await get(next.replace('page_size=1', more))
      expect([reply.status, reply.text.includes('"data"')]).toEqual([200, true])
    }
  })

  test('another key of the same firm is refused with it', async () => {
    const other = await createKey()
    await createGrant(other, client)
    const { next } = (await get(path())).links
    expect((await get(next, other)).code).toBe('invalid_parameter')
    const after = new URL(next, 'http://x').searchParams.get('cursor') ?? ''
    expect((await changes({}, after)).text).toContain('"registryId"')
    expect((await changes({}, after, other)).code).toBe('invalid_parameter')
  })

  test('an asset’s history has cursors of its own', async () => {
    const [first = '', second = ''] = (await get(`/api/v1/assets?client_id=${client}`)).assets
    const history = `/api/v1${historyOf(first)}?client_id=${client}&page_size=1`
    const { next } = (await get(history)).links
    expect((await get(next)).status).toBe(200)
    for (const link of [next.replace(first, second), `${next}&source=appraisal`])
      expect((await get(link)).code).toBe('invalid_parameter')
    // The link of a sideloaded page leads to the same list.
    const asset = `/api/v1/assets/${first}?client_id=${client}&include=valuations`
    expect((await get(asset)).status).toBe(200)
  })
})

test('a malformed cursor is refused before the grant, a foreign one after it', async () => {
  const stranger = await createKey()
  const path = `/api/v1/assets?client_id=${client}&cursor=`
  const foreign = Buffer.concat([Buffer.alloc(16), Buffer.from('["a"]')]).toString('base64url')
  expect((await get(`${path}abc`, stranger)).code).toBe('invalid_parameter')
  expect((await get(`${path}${foreign}`, stranger)).code).toBe('no_active_grant')
  expect((await get(`${path}${foreign}`)).code).toBe('invalid_parameter')
})

test('a cursor that was kept over a change of the grant lists nothing of before it', async () => {
  const since = (await get(`/api/v1/assets?client_id=${client}`)).asOf
  await importTo(client, assets('Better watch'))
  const delta = `/api/v1/assets?client_id=${client}&updated_since=${since}&page_size=1`
  const { next } = (await get(delta)).links
  const kept = new URL(next, 'http://x').searchParams.get('cursor') ?? ''
  expect((await get(next)).status).toBe(200)
  const [, , removed = ''] = (await get(`/api/v1/assets?client_id=${client}`)).assets
  await importTo(client, [{ type: 'removal', asset: 'a3' }])
  const whole = delta.replace('page_size=1', 'page_size=100')
  expect((await get(whole)).text).toContain('removed_at')
  await gateway.orangery('grant', 'update', grant, '--scopes', 'registry,valuation')
  const replies = [await get(next), await changes({ updatedSince: since }, kept)]
  for (const reply of replies) {
    expect(reply.code).toBe('invalid_parameter')
    expect(reply.text).toContain('begin the walk again')
    expect(reply.text).not.toContain(removed)
  }
  // The walk that begins again is incomplete, and has no removals.
  const again = await get(whole)
  expect([again.status, again.text.includes('"complete":false')]).toEqual([200, true])
  expect(again.text).not.toContain('removed_at')
})

async function get(target: string, { secret } = key) {
  const headers = { Authorization: `Bearer ${secret}`, 'X-Service-Version': '2024-01-01' }
  return read(await fetch(gateway.url + target, { headers }))
}

const CHANGES = `query ($client: ID!, $filter: AssetListing!, $after: String) {
  portfolio(clientId: $client) { assets(filter: $filter, after: $after) {
    nodes { registryId } sync { mode removed { registryId } } } } }`

async function changes(filter: Record<string, string>, after: string, { secret } = key) {
  const headers = { Authorization: `Bearer ${secret}`, 'Content-Type': 'application/json' }
  const body = JSON.stringify({ query: CHANGES, variables: { client, filter, after } })
  return read(await fetch(`${gateway.url}/graphql`, { method: 'POST', headers, body }))
}

async function read(response: Response) {
  const text = await response.text()
  const { links, error, errors, data, sync } = JSON.parse(text)
  return {
    status: response.status,
    text,
    links,
    asOf: sync?.as_of,
    assets: Array.isArray(data) ? data.map(({ registry_id: id }): string => id) : [],
    code: error?.code ?? errors?.[0]?.extensions?.code,
  }
}

function assets(title: string): object[] {
  return Array.from({ length: 5 }, (_, i) => ({
    type: 'asset',
    ref: `a${i}`,
    title: `${title} ${i}`,
    category: 'watches',
    market_value: i === 0 ? String(SOLD_FOR) : String(100 + i),
  })).flatMap((asset) => [asset, ...history(asset.ref)])
}

function history(asset: string): object[] {
  const valuation = { type: 'valuation', asset, value: '90', source: 'appraisal' }
  return [2024, 2025].map((year) => ({ ...valuation, valued_at: `${year}-01-01T00:00:00Z` }))
}

async function readRegistryId(of: string): Promise<string> {
  const early = await createKey()
  const id = await createGrant(early, of)
  const { assets: ids } = await get(`/api/v1/assets?client_id=${of}&min_value=${SOLD_FOR}`, early)
  await gateway.orangery('grant', 'revoke', id)
  return ids[0] ?? ''
}

async function createClient(name: string): Promise<string> {
  const email = `${name}@example.com`
  return idOf(await gateway.orangery('client', 'create', '--name', name, '--email', email))
}

async function createKey(): Promise<NewKey> {
  const options = ['--environment', 'production', '--scopes', SCOPES]
  const made = await gateway.orangery('key', 'create', '--firm', firm, '--name', 'k', ...options)
  return { id: idOf(made), secret: made.secret ?? '' }
}

async function createGrant({ id }: NewKey, of: string): Promise<string> {
  const options = ['--client', of, '--scopes', SCOPES]
  return idOf(await gateway.orangery('grant', 'create', '--key', id, ...options))
}

async function importTo(of: string, records: readonly object[]): Promise<void> {
  const text = records.map((record) => `${JSON.stringify(record)}\n`).join('')
  const argv = ['import', '-', '--client', of, '--json']
  const output = await orangery(argv, gateway.environment, text)
  expect({ code: output.code, err: output.err }).toEqual({ code: 0, err: '' })
}

function idOf(made: Record<string, string>): string {
  return made.id ?? ''
}
