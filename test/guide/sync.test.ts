import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { SCOPES, type Scope } from '../../src/access/scopes.ts'
import { operator } from '../../src/modules/audit/audit.writes.ts'
import { updateGrant } from '../../src/modules/grants/grant.writes.ts'
import { revokeGrant } from '../../src/modules/grants/grant-revocation.writes.ts'
import { revokeKey, rollKey } from '../../src/modules/keys/api-key-secret.writes.ts'
import { PACKAGES } from '../installable-clients/packages.ts'
import { assets } from '../rest/records.ts'
import { read, walkByLinks } from '../rest/walk.ts'
import { reportChanges } from '../support/feed.ts'
import { testGateway } from '../support/gateway.ts'
import { clientWith, grantWith, importRecords, keyWith } from '../support/portfolio.ts'
import { type Fault, startFaultyProxy } from './faulty-proxy.ts'
import {
  describeEach,
  type Mirrored,
  newMirrorFolder,
  SAMPLES,
  startSample,
  syncOnce,
} from './samples.ts'

/** The assets of the portfolio at first: three pages of a walk. */
const ASSETS = 250
const VALUATION = { type: 'valuation', asset: 'a200', value: '7', source: 'appraisal' }
const gateway = testGateway()
const { database, serving } = gateway

interface MirrorFile {
  asked?: Record<string, string>
  assets: Record<string, { updated_at: string; valuations?: object }>
}

/** A client, a key that reads it and may send many requests, and a folder for its mirrors. */
async function newMirrored(records: Parameters<typeof clientWith>[1]) {
  const clientId = await clientWith(database, records)
  const { id: keyId, secret } = await keyWith(database)
  await database.prisma.apiKey.updateMany({ where: { id: keyId }, data: { tier: 'enterprise' } })
  const { id: grantId } = await grantWith(database, keyId, clientId)
  const mirrored: Mirrored = { url: gateway.url(), key: secret, folder: newMirrorFolder() }
  return { clientId, keyId, grantId, mirrored }
}

const fileOf = ({ folder }: Mirrored, clientId: string) => join(folder, `${clientId}.json`)

const mirrorOf = (mirrored: Mirrored, clientId: string): MirrorFile =>
  JSON.parse(readFileSync(fileOf(mirrored, clientId), 'utf8'))

/** The mirror is the server's answer, each asset byte by byte, and has its digest. */
async function expectEqual(mirrored: Mirrored, clientId: string) {
  const { key } = mirrored
  const mirror = mirrorOf(mirrored, clientId)
  const query = new URLSearchParams({ client_id: clientId, page_size: '100', ...mirror.asked })
  const pages = await walkByLinks(gateway, `/api/v1/assets?${query}`, key)
  const served = pages.flatMap((page) => page.data)
  const ids = Object.keys(mirror.assets).sort()
  const kept = ids.map((id) => JSON.stringify(mirror.assets[id]))
  expect(kept).toEqual(served.map((asset) => JSON.stringify(asset)))
  const lines = ids.map((id) => `${id} ${mirror.assets[id]?.updated_at}\n`).join('')
  const digest = createHash('sha256').update(lines).digest('hex')
  const summary = await read(gateway, `/api/v1/portfolio/summary?client_id=${clientId}`, key)
  expect(digest).toBe(summary.data.digest)
  return ids.length
}

describeEach([...SAMPLES, ...PACKAGES], '$name', (sample) => {
  test('follows concurrent writes, is killed during a walk, and ends equal to the server', async () => {
    const { clientId, grantId, mirrored } = await newMirrored(assets(ASSETS))
    let [walks, pagesUntilKill] = [0, 2]
    const proxy = await startFaultyProxy(gateway.url(), (number, target) => {
      if (target.startsWith('/api/v1/portfolio/summary')) walks += 1
      if (target.includes('cursor=') && --pagesUntilKill === 0) running.kill('SIGKILL')
      return faultOf(number)
    })
    const throughProxy = { ...mirrored, url: proxy.url }
    let running = startSample(sample, throughProxy)
    let writing = true
    const writes = writeMuch(clientId, grantId, () => walks).finally(() => {
      writing = false
    })
    let kills = 0
    while (writing) {
      await Promise.race([once(running, 'exit'), writes])
      if (!writing) break
      // Nothing else ends it.
      expect(running.signalCode).toBe('SIGKILL')
      kills += 1
      // It finishes a whole walk and is killed in the next one that is long.
      pagesUntilKill = 4
      running = startSample(sample, throughProxy)
    }
    await writes
    running.kill('SIGKILL')
    const last = await syncOnce(sample, throughProxy)
    proxy.close()

    expect(last).toMatchObject({ code: 0, out: `${clientId} proved\n` })
    expect(await expectEqual(mirrored, clientId)).toBeGreaterThan(200)
    expect([kills > 1, proxy.faults() > 1]).toEqual([true, true])
  })

  test('reads a mirror as a whole that has lost an asset, or does not say what it asked for', async () => {
    const { clientId, mirrored } = await newMirrored(assets(5, { market_value: '5' }))
    await syncOnce(sample, mirrored)
    const { asked, assets: all, ...mirror } = mirrorOf(mirrored, clientId)
    const [, ...fewer] = Object.entries(all)
    const bare = Object.entries(all).map(([id, { valuations: _, ...asset }]) => [id, asset])
    for (const wrong of [{ asked, assets: fewer }, { assets: bare }]) {
      const kept = { ...mirror, ...wrong, assets: Object.fromEntries(wrong.assets) }
      writeFileSync(fileOf(mirrored, clientId), JSON.stringify(kept))
      expect(await syncOnce(sample, mirrored)).toMatchObject({ code: 0 })
      expect(await expectEqual(mirrored, clientId)).toBe(5)
    }
  })

  test('has all that a client adds to the grant between the list of clients and the walk', async () => {
    const { clientId, mirrored, grantId } = await newMirrored(assets(67, { market_value: '5' }))
    const change = (scopes: readonly Scope[]) =>
      updateGrant(operator(database.prisma), { grantId, scopes: [...scopes] })
    await change(['registry'])
    let wanted: readonly Scope[] = ['valuation', 'documentation']
    const proxy = await startFaultyProxy(gateway.url(), async (_number, target) => {
      if (!target.startsWith('/api/v1/assets') || wanted.length === 0) return undefined
      await change(wanted)
      wanted = []
      return undefined
    })
    const throughProxy = { ...mirrored, url: proxy.url }
    const withValuations = () =>
      Object.values(mirrorOf(mirrored, clientId).assets).filter((asset) => asset.valuations).length
    expect(await syncOnce(sample, throughProxy)).toMatchObject({ code: 0 })
    expect([await expectEqual(mirrored, clientId), withValuations()]).toEqual([67, 67])

    wanted = ['detail']
    expect(await syncOnce(sample, throughProxy)).toMatchObject({ code: 0 })
    proxy.close()
    expect([await expectEqual(mirrored, clientId), withValuations()]).toEqual([67, 0])
  })

  test('deletes the mirror if the grant is revoked during the walk', async () => {
    const { clientId, mirrored, grantId } = await newMirrored(assets(ASSETS))
    await syncOnce(sample, mirrored)
    const revoke = () => revokeGrant(operator(database.prisma), { grantId })
    await importRecords(database, clientId, assets(ASSETS, { description: 'changed' }))
    let revoked: Promise<unknown> | null = null
    const proxy = await startFaultyProxy(gateway.url(), (_number, target) => {
      if (revoked !== null || !target.includes('cursor=')) return undefined
      revoked = revoke()
      return '503'
    })
    const ended = await syncOnce(sample, { ...mirrored, url: proxy.url })
    proxy.close()
    expect(ended.code).toBe(0)
    expect(ended.out).toMatch(/^user_\w+(\.json)? deleted\n$/)
    expect(readdirSync(mirrored.folder)).toEqual([])
  })

  test('goes on at once with a client whom the pass could not read', async () => {
    const { clientId, mirrored } = await newMirrored(assets(2))
    await reportChanges(serving)
    let refusals = 0
    const proxy = await startFaultyProxy(gateway.url(), (_number, target) => {
      if (!target.startsWith('/api/v1/assets') || refusals-- <= 0) return undefined
      return { status: 404, body: '{"error":{"code":"of_a_proxy"}}' }
    })
    const codeOf = async (count: number, option = '--changes') => {
      refusals = count
      return (await syncOnce(sample, { ...mirrored, url: proxy.url }, option)).code
    }
    // The pass asks once for the client, and each page of changes after it once more.
    expect([await codeOf(1, '--once'), await codeOf(2), await codeOf(0)]).toEqual([1, 1, 0])
    expect(await expectEqual(mirrored, clientId)).toBe(2)
    rmSync(join(mirrored.folder, 'feed.json'))
    expect(await codeOf(1)).toBe(0)
    proxy.close()
  })

  test('reads a client in smaller pages where a page of 100 assets has too many documents', async () => {
    const { clientId, mirrored } = await newMirrored(assets(2))
    const refused = { status: 400, body: '{"error":{"code":"invalid_parameter"}}' }
    const proxy = await startFaultyProxy(gateway.url(), (_number, target) =>
      /assets.*page_size=100/.test(target) ? refused : undefined,
    )
    expect(await syncOnce(sample, { ...mirrored, url: proxy.url })).toMatchObject({ code: 0 })
    proxy.close()
    expect(await expectEqual(mirrored, clientId)).toBe(2)
  })

  test('leaves the mirrors if the key is mistyped or was rotated, deletes all if it is revoked, and says why', async () => {
    const { clientId, mirrored, keyId } = await newMirrored(assets(2))
    await syncOnce(sample, mirrored)
    const { secret } = await rollKey(operator(database.prisma), { keyId })
    for (const key of [`${mirrored.key}x`, mirrored.key]) {
      const { code, err } = await syncOnce(sample, { ...mirrored, key })
      const reason = key === mirrored.key ? 'Use the newer one' : 'The API key is not valid'
      expect([code, err]).toEqual([1, expect.stringMatching(`^401 .*invalid_api_key.*${reason}.`)])
    }
    const renewed = { ...mirrored, key: secret }
    await expectEqual(renewed, clientId)
    // A write that was killed leaves a draft: beside the mirror, or alone if it was the first.
    // A copy that a person has made is not a mirror.
    for (const file of [`${clientId}.new`, 'user_x.json.new', 'user_x.new', 'user_x (1).json'])
      writeFileSync(join(mirrored.folder, file), '{')
    await revokeKey(operator(database.prisma), { keyId })
    const { code, out, err } = await syncOnce(sample, renewed)
    const left = readdirSync(mirrored.folder).filter((file) => !file.includes('('))
    expect([code, left]).toEqual([1, []])
    expect(out.split('\n')).toEqual([...new Set(out.split('\n'))])
    expect(err).toMatch(/^401 .*\brevoked_api_key\b.*\brequest_\w+/)
  })
})

function faultOf(number: number): Fault | undefined {
  const faults: readonly Fault[] = ['429', 'cut', '503', 'reset']
  return number % 5 === 4 ? faults[Math.floor(number / 5) % faults.length] : undefined
}

/** Imports of several kinds and changes of the grant's terms. A walk ends after each of them; others are cut by it. */
async function writeMuch(clientId: string, grantId: string, walks: () => number) {
  const change = (terms: object) => updateGrant(operator(database.prisma), { grantId, ...terms })
  const onlyCoins = { type: 'category', categories: ['coins'] }
  for (let round = 0; round < 6; round++) {
    const stated = assets(ASSETS, { description: `round ${round}` })
    await importRecords(database, clientId, [
      ...stated.slice(round * 30, round === 3 ? ASSETS : round * 30 + 40),
      { ...stated[round], category: 'watches' },
      { type: 'removal', asset: `a${240 - round}` },
      ...(round > 3 ? [stated[244 - round] ?? {}] : []),
      { ...VALUATION, valued_at: `2026-03-1${round}` },
    ])
    if (round === 1) await change({ scopes: ['registry', 'detail'] })
    if (round === 2) await change({ filter: onlyCoins })
    if (round === 3) await change({ filter: { type: 'all' }, scopes: SCOPES })
    // At the end the grant shows less than the mirror has held.
    if (round === 4) await change({ filter: onlyCoins, scopes: ['valuation', 'detail'] })
    const before = walks()
    while (walks() === before) await sleep(20)
  }
}
