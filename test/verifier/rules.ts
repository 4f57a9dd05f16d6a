import { SCOPES } from '../../src/access/scopes.ts'
import { changeTime } from '../../src/modules/assets/change-times.ts'
import type { Row, RowChange } from './change-log.ts'
import type { Transaction } from './transaction.ts'

/** The findings of each rule: changes that a writer forgot, or made without a reason. */
export function brokenRules(transaction: Transaction, kept: ReadonlySet<string>): string[] {
  const found = [
    ...transaction.unknown,
    ...wrongVersion(transaction),
    ...wrongTimes(transaction),
    ...wrongTombstones(transaction),
    ...lostIds(transaction, kept),
    ...transaction.grants.flatMap(wrongTerms),
  ]
  return found.map((line) => `${transaction.clientId} ${line}`)
}

/** Private changes count as well: the version says that something was written, not what is shown. */
function wrongVersion({ portfolio, assets, changed, tombstones }: Transaction): string[] {
  const isChanged = assets.size + changed.size > 0 || tombstones.some(({ new: row }) => row)
  if (!portfolio?.old || !portfolio.new)
    return isChanged ? ['the version was not raised, although data changed'] : []
  if (!isChanged) return ['the portfolio was written, although no data changed']
  const { old, new: next } = portfolio
  return [
    ...(Number(next.data_version) === Number(old.data_version) + 1
      ? []
      : [`the version went from ${old.data_version} to ${next.data_version}, not up by one`]),
    ...(at(next.changed_at) > at(old.changed_at) ? [] : ['changed_at did not move forward']),
  ]
}

/** A time moves to the instant of the transaction exactly where what its scope shows has changed. */
function wrongTimes({ portfolio, assets, changed }: Transaction): string[] {
  const found: string[] = []
  for (const registryId of new Set([...assets.keys(), ...changed.keys()])) {
    const row = assets.get(registryId)
    if (row && !row.new) continue
    for (const scope of SCOPES) {
      const column = changeTime(scope)
      const expected = row?.old === null || (changed.get(registryId)?.has(scope) ?? false)
      const moved = row?.columns.includes(column) ?? false
      if (expected && !moved)
        found.push(`${registryId}: ${column} did not move, although data of ${scope} changed`)
      if (!expected && moved)
        found.push(`${registryId}: ${column} moved, although no data of ${scope} changed`)
      if (moved && row?.new?.[column] !== portfolio?.new?.changed_at)
        found.push(`${registryId}: ${column} is not the instant of the transaction`)
    }
  }
  return found
}

/** An asset that is gone, or has left a category, a market value or a collection, leaves what it was. */
function wrongTombstones({
  portfolio,
  assets,
  tombstones,
  before,
  after,
  changed,
}: Transaction): string[] {
  const added = new Map(
    tombstones.flatMap(({ new: row }) => (row ? [[String(row.registry_id), row]] : [])),
  )
  const isPurge = assets.size + changed.size + added.size === 0 && !portfolio
  const found = tombstones
    .filter(({ old, new: next }) => old !== null && !(isPurge && next === null))
    .map(({ old }) => `${old?.registry_id}: a tombstone was changed or deleted`)
  for (const registryId of new Set([...assets.keys(), ...changed.keys(), ...added.keys()])) {
    const row = assets.get(registryId)
    const collections = before.get(registryId) ?? new Set()
    const left = [...collections].some((id) => !after.get(registryId)?.has(id))
    const tombstone = added.get(registryId)
    if (!left && !(row && hasLeft(row))) {
      if (tombstone) found.push(`${registryId}: a tombstone, although the asset has left nothing`)
    } else if (!tombstone) found.push(`${registryId}: no tombstone, although the asset has left`)
    else if (
      !isOf(tombstone, row?.old ?? null, collections) ||
      tombstone.removed_at !== portfolio?.new?.changed_at
    )
      found.push(`${registryId}: the tombstone is not the asset as it was`)
  }
  return found
}

function hasLeft({ old, new: next }: RowChange): boolean {
  if (!old || !next) return old !== null
  const otherValue = old.market_value !== null && old.market_value !== next.market_value
  return otherValue || old.category !== next.category
}

function isOf(tombstone: Row, asset: Row | null, collections: ReadonlySet<string>): boolean {
  const ids = tombstone.collection_ids
  if (!Array.isArray(ids) || new Set(ids).size !== collections.size) return false
  if (!ids.every((id) => collections.has(id))) return false
  return (
    !asset ||
    (tombstone.category === asset.category && tombstone.market_value === asset.market_value)
  )
}

/** The ids of an asset that is gone are kept, for when its ref is imported again. */
function lostIds({ assets, clientId }: Transaction, kept: ReadonlySet<string>): string[] {
  return [...assets].flatMap(([registryId, { old, new: next }]) =>
    next || kept.has(`${clientId} ${old?.ref}`) ? [] : [`${registryId}: its ids are not kept`],
  )
}

/** The scopes and the filter of a grant change with a new version, and at a later instant. */
function wrongTerms({ old, new: next, columns }: RowChange): string[] {
  const terms = ['scopes', 'filter_type', 'filter_values']
  if (!old || !next || !columns.some((column) => terms.includes(column))) return []
  return [
    ...(Number(next.version) === Number(old.version) + 1
      ? []
      : [`${old.id}: the version of the terms was not raised`]),
    ...(at(next.updated_at) > at(old.updated_at)
      ? []
      : [`${old.id}: updated_at did not move, although the terms changed`]),
  ]
}

function at(instant: unknown): number {
  return Date.parse(String(instant))
}
