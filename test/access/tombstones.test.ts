import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import type { AssetFilter } from '../../src/access/asset-filter.ts'
import { ALL_SCOPES } from '../../src/access/scopes.ts'
import type { Visibility } from '../../src/access/visibility.ts'
import { countChanges, readChanges } from '../../src/modules/assets/asset.changes.ts'
import type { Listing } from '../../src/modules/assets/asset.listing.ts'
import { moveBegin } from '../../src/modules/retention/tombstones.writes.ts'
import { coin } from '../rest/records.ts'
import { testDatabase } from '../support/database.ts'
import { clientWith, importRecords, registryIds } from '../support/portfolio.ts'

const database = testDatabase()
const EVER = new Date(0)
const LATER = new Date('9999-12-31T00:00:00.000Z')
const LISTING: Listing = {
  category: null,
  minValue: null,
  maxValue: null,
  updatedSince: EVER,
  search: null,
}
// The code that writes tombstones, removes them, and checks them for an operator.
const OTHER_READERS = /^(?:importer|doctor|generated|modules\/retention)\//
const ALIAS = /\btombstones ([a-z])\b(?! [a-z])/
let clientId = ''
/** Of the asset that was removed first, and of the one that was removed last. */
let removed: readonly [string, string]
/** When the first was removed. */
let between = EVER

beforeAll(async () => {
  const members = { category: 'watches', market_value: '5' }
  const watches = ['a0', 'a1'].map((ref) => coin(ref, members))
  clientId = await clientWith(database, watches)
  const { a0 = '', a1 = '' } = await registryIds(database, clientId)
  removed = [a0, a1]
  await importRecords(database, clientId, [{ type: 'removal', asset: 'a0' }])
  const { changedAt } = await database.prisma.portfolio.findUniqueOrThrow({ where: { clientId } })
  between = changedAt
  await importRecords(database, clientId, [{ type: 'removal', asset: 'a1' }])
})

// Whatever a cursor or an argument says: these are the reads below them.

const filters = (): AssetFilter[] => [
  { type: 'all' },
  { type: 'category', categories: ['watches'] },
  { type: 'items', registryIds: [...removed] },
]
const read = async (visibility: Visibility, listing = LISTING) => {
  const page = { limit: 10, offset: 0, after: { at: EVER, registryId: '' } }
  const found = await readChanges(database.pool, visibility, listing, EVER, page, new Set())
  const total = await countChanges(database.pool, visibility, listing, EVER)
  expect(total).toBe(found.length)
  return found.map(({ registryId }) => registryId)
}

test('a removal from before the last change of terms is in no read of any filter, with any range of values', async () => {
  for (const filter of filters()) {
    const open = { clientId, scopes: ALL_SCOPES, filter, changedUntil: LATER }
    for (const listing of [LISTING, { ...LISTING, maxValue: '5', minValue: '5' }]) {
      expect(await read({ ...open, completeFrom: EVER }, listing)).toEqual(removed)
      expect(await read({ ...open, completeFrom: between }, listing)).toEqual([removed[1]])
      expect(await read({ ...open, completeFrom: LATER }, listing)).toEqual([])
    }
  }
})

// The access may have been read before the purge.
test('a removal from before the last change of terms is in no read: a page is refused where tombstones of its changes were purged', async () => {
  const filter: AssetFilter = { type: 'all' }
  const all = { clientId, scopes: ALL_SCOPES, filter, changedUntil: LATER, completeFrom: EVER }
  expect(await read(all)).toEqual(removed)
  await moveBegin(database.pool, between, 10)
  await expect(read(all)).rejects.toMatchObject({ code: 'service_unavailable' })
})

test('every statement that reads removals takes that condition', () => {
  const readers = readdirSync('src', { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !OTHER_READERS.test(file))
    .map((file) => ({ file, text: readFileSync(join('src', file), 'utf8') }))
    .filter(({ text }) => ALIAS.test(text))
  expect(readers.map(({ file }) => file).sort()).toEqual([
    'modules/assets/asset.newest.ts',
    'modules/assets/asset.stream.ts',
  ])
  for (const { text } of readers)
    for (const [, alias] of text.matchAll(new RegExp(ALIAS, 'g')))
      expect(text).toMatch(new RegExp(`(?:visible|listed)Tombstone\\([^)]*, '${alias}', params\\)`))
})
